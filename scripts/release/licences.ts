import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#src/platform/root.server.ts'

interface Licence {
  name: string
  version: string
  identifier?: string
  text?: string
}

/** Packages that are in no file of code: fonts, and programs. */
const beside = ['@fontsource-variable/figtree', '@fontsource-variable/noto-sans-bengali', '@fontsource/tiro-bangla']

/** Whose work a release holds, and under which licence, in the words of each. */
export async function thirdPartyLicences() {
  const found = new Map<string, Licence>()
  // A package has parts that name themselves without a version.
  for (const built of ['client', 'server', 'beside'])
    for (const licence of JSON.parse(
      await readFile(join(root, 'dist', built, '.vite/license.json'), 'utf8'),
    ) as Licence[])
      if (licence.version !== '0.0.0') found.set(`${licence.name} ${licence.version}`, licence)
  for (const name of beside) {
    const licence = await licenceOf(join(root, 'node_modules', name))
    found.set(`${licence.name} ${licence.version}`, licence)
  }
  const packages = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const programs = await readFile(join(import.meta.dirname, 'programs.txt'), 'utf8')
  const node = await readFile(
    join(root, 'node_modules/node/node_modules', `node-${process.platform}-${process.arch}`, 'LICENSE'),
    'utf8',
  )
  return [
    'Nikhad is free under the MIT License (LICENSE). A release holds the work of others, too.',
    programs.trim(),
    ...packages.map(([title, { identifier = 'see the package', text }]) =>
      `${title} (${identifier})\n\n${text ?? ''}`.trim(),
    ),
    `Node.js and what it is made of\n\n${node.trim()}`,
    await copyrightOfLibatomic(),
  ].join(`\n\n${'-'.repeat(80)}\n\n`)
}

async function licenceOf(folder: string): Promise<Licence> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  return { name, version, identifier: license, ...(file ? { text: await readFile(join(folder, file), 'utf8') } : {}) }
}

/** As the system says that it was copied from; on one that is not Debian's, where it stands. */
async function copyrightOfLibatomic() {
  const file = '/usr/share/doc/libatomic1/copyright'
  const text = existsSync(file)
    ? await readFile(file, 'utf8')
    : 'See https://www.gnu.org/licenses/gcc-exception-3.1.html'
  return `libatomic, of the GNU Compiler Collection\n\n${text.trim()}`
}
