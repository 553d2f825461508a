import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the project is. */
export const here = join(import.meta.dirname, '..')

/** Copies the project's files to `folder`, changed ones as they are now. Packages and the build stay behind. */
export async function copyFilesTo(folder: string) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: here })
  for (const file of list.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(here, file))) continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(here, file), join(folder, file))
  }
}
