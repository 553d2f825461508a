import { appendFile, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Db } from '#src/platform/db/open.server.ts'
import { type BackupReader, tableOf } from './contents.server.ts'

/** That somebody left; of the person the id alone. */
export interface Erasure {
  id: string
  at: string
}

const line = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[ \t](\S.*)$/gm
const erasuresIn = (lines: string) => [...lines.matchAll(line)].map(([, id, at]): Erasure => ({ id: id!, at: at! }))

export async function readErasures(file: string) {
  const lines = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return erasuresIn(lines)
}

/** Only ever adds: after a loss the file knows more than the database. A line cut by a crash is added anew. */
export async function keepErasures(db: Db, file: string) {
  const known = new Set((await readErasures(file)).map(({ id }) => id))
  const erasures = await db.selectFrom('erasures').selectAll().orderBy('at').execute()
  const missing = erasures.filter(({ id }) => !known.has(id)).map(({ id, at }) => `${id} ${at.toISOString()}\n`)
  if (missing.length > 0) await appendFile(file, missing.join(''), { mode: 0o600, flush: true })
}

export const readErasuresOfBackup = (read: BackupReader) =>
  read(async ({ tables }, members) => {
    const columns = tables.find(({ name }) => name === 'erasures')?.columns.join()
    if (columns !== undefined && columns !== 'id,at')
      throw new Error('The erasures of the newer backup cannot be read.')
    const found: Erasure[] = []
    for await (const { name, bytes } of members)
      if (tableOf(name)?.table === 'erasures') found.push(...erasuresIn(await text(bytes)))
    return found
  })
