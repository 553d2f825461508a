import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of this package. What is read while the program runs is named from here: built, its files lie elsewhere. */
export const root = dirname(findPackageJSON(import.meta.url)!)

/** What package.json says of this version. A release has no npm scripts. */
export const aboutPackage = (): { version: string; scripts?: Record<string, string> } =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export function commandLine(command: string, operands = '') {
  const line = aboutPackage().scripts ? `npm run ${command}${operands && ' --'}` : `nikhad ${command}`
  return operands ? `${line} ${operands}` : line
}
