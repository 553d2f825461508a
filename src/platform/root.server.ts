import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of this package. What is read while the program runs is named from here: built, its files lie elsewhere. */
export const root = dirname(findPackageJSON(import.meta.url)!)
