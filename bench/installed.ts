import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program of this machine is: on the path, or at one of these places. Undefined when it is not installed. */
export const installed = (name: string, elsewhere: string[] = []) =>
  [...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)), ...elsewhere].find((path) =>
    existsSync(path),
  )
