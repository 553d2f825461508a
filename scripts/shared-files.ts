import { build, type InlineConfig, type Rolldown, runnerImport } from 'vite'
import type { Page } from '#src/app/pages/pages.ts'

type PageTable = typeof import('#src/app/pages/pages.ts')

interface SharedModule {
  /** Without what nobody uses. */
  code: string
  /** Pages, and parts that are imported when they are needed. */
  readers: Rolldown.OutputChunk[]
  pages: Page[]
}

/**
 * What so many pages and parts load is in one file with the like: on a slow line a file costs more than its bytes. With
 * 4 most members' pages are 3 KB heavier, with 6 each has two files more.
 */
const fewestReaders = 5

/** Which readers' pages carry the texts that a hook of texts.tsx answers with. */
const carriers: Record<string, string[]> = {
  useEntryTexts: ['login', 'account', 'member', 'admin'],
  useAccountTexts: ['account', 'member', 'admin'],
  useMemberTexts: ['member', 'admin'],
  useAdminTexts: ['admin'],
}

/**
 * Names the file of each module that pages share, after who reads those pages, as the page table says. A build without
 * shared files tells which pages load a module: importers do not, as the faces of features import more than a page uses.
 * @param config of the browsers' build, without shared files
 * @throws Error for a page that loads a component with texts that the page does not carry
 */
export async function sharedFiles(config: InlineConfig): Promise<(id: string) => string | null> {
  const apart = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  const { module: table } = await runnerImport<PageTable>('/src/app/pages/pages.ts', { configFile: false })
  const modules = modulesIn(apart as Rolldown.RolldownOutput, table.pagesWithFile)

  for (const [id, { code, pages }] of modules)
    for (const [, hook] of code.matchAll(/\b(use[A-Z][a-z]+Texts)\b\S*\(\)/g)) {
      const page = pages.find((page) => carriers[hook!]?.includes(table.readerOf(page)) === false)
      if (page)
        throw new Error(`${page.file} loads ${id}, whose ${hook} answers with texts that the page does not carry`)
    }

  return (id) => {
    const { readers, pages } = modules.get(id) ?? { readers: [], pages: [] }
    if (readers.length < 2) return null
    const isFor = (access: Page['access']) => pages.some((page) => page.access === access)
    const isShared = readers.length >= fewestReaders
    if (readers.some(isWithEveryPage) || pages.some(isFirstView)) return isShared ? 'site' : 'first-views'
    // In that file, what one form shares with a member's page only would reach everybody who logs in.
    if (pages.filter(({ access }) => access === 'visitor').length > 1) return 'forms'
    if (isFor('visitor')) return null
    if (isShared && isFor('admin')) return 'lists'
    return isShared && isFor('member') ? 'members' : null
  }
}

const isWithEveryPage = ({ isEntry, facadeModuleId }: Rolldown.OutputChunk) =>
  isEntry || /\/texts\/[a-z]+\/visitor\.ts$/.test(facadeModuleId ?? '')

/** Where people arrive: these pages wait for every file, so they share from two pages on. */
const isFirstView = ({ access, kind }: Page) => access === 'visitor' && kind !== 'form-card'

function modulesIn({ output }: Rolldown.RolldownOutput, pages: Page[]) {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const modules = new Map<string, SharedModule>()
  for (const reader of chunks.values()) {
    if (!reader.isEntry && !reader.isDynamicEntry) continue
    const page = pages.find(({ file }) => reader.facadeModuleId?.endsWith(`/${file}`))
    const loaded = new Set([reader.fileName])
    for (const name of loaded) {
      for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported)
      for (const [id, { code }] of Object.entries(chunks.get(name)?.modules ?? {})) {
        const known = modules.get(id) ?? { code: code ?? '', readers: [], pages: [] }
        known.readers.push(reader)
        if (page) known.pages.push(page)
        modules.set(id, known)
      }
    }
  }
  return modules
}
