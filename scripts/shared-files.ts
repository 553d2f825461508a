import { build, type InlineConfig, type Rolldown, runnerImport } from 'vite'
import type { Page } from '#src/app/pages/pages.ts'

type Chunk = Rolldown.OutputChunk
type Pages = typeof import('#src/app/pages/pages.ts')

/**
 * What so many pages and parts load is in one file with the like: on a slow line a file costs more than its bytes. With
 * 4 most members' pages are 3 KB heavier, with 6 each has two files more.
 */
const fewestReaders = 5

/**
 * Names the file of each module that pages share, after who reads those pages, as the page table says. A build without
 * shared files tells which pages load a module: importers do not, as the faces of features import more than a page uses.
 * @param config of the browsers' build, without shared files
 */
export async function sharedFiles(config: InlineConfig): Promise<(id: string) => string | null> {
  const apart = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  const { pagesWithFile } = (await runnerImport<Pages>('/src/app/pages/pages.ts', { configFile: false })).module
  const readersOf = readersOfModules((apart as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk'))

  return (id) => {
    const readers = readersOf.get(id) ?? []
    const pages = pagesWithFile.filter(({ file }) =>
      readers.some(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${file}`)),
    )
    if (readers.length < 2) return null
    const isFor = (access: Page['access']) => pages.some((page) => page.access === access)
    const isShared = readers.length >= fewestReaders
    if (readers.some(isWithEveryPage) || pages.some(isFirstView)) return isShared ? 'site' : 'first-views'
    if (isFor('visitor')) return 'forms'
    if (isShared && isFor('admin')) return 'lists'
    return isShared && isFor('member') ? 'members' : null
  }
}

const isWithEveryPage = ({ isEntry, facadeModuleId }: Chunk) =>
  isEntry || /\/texts\/[a-z]+\/visitor\.ts$/.test(facadeModuleId ?? '')

/** Where people arrive: these pages wait for every file, so they share from two pages on. */
const isFirstView = ({ access, kind }: Page) => access === 'visitor' && kind !== 'form-card'

/** The pages and parts (what is imported when it is needed) that load each module. */
function readersOfModules(chunks: Chunk[]): Map<string, Chunk[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const readersOf = new Map<string, Chunk[]>()
  for (const reader of chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)) {
    const loaded = new Set([reader.fileName])
    for (const name of loaded) {
      const { imports = [], moduleIds = [] } = byName.get(name) ?? {}
      for (const imported of imports) loaded.add(imported)
      for (const id of moduleIds) readersOf.set(id, [...(readersOf.get(id) ?? []), reader])
    }
  }
  return readersOf
}
