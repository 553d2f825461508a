import { appendFile, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Manifest } from './backup.server.ts'
import { type openBackupFile, section } from './file.server.ts'

/** That somebody left; of the person the id alone. */
export interface Erasure {
  id: string
  at: string
}

const line = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[ \t](\S.*)$/gm
const erasuresIn = (lines: string) => [...lines.matchAll(line)].map(([, id, at]): Erasure => ({ id: id!, at: at! }))

/** Those of the file that is kept outside the database. */
export async function readErasures(file: string) {
  const lines = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return erasuresIn(lines)
}

/**
 * Adds to the file who has left, so that a database that is lost takes nobody's leaving with it. Only ever adds: after
 * such a loss the file knows more than the database. A line that was cut by a crash counts for nothing and is added anew.
 */
export async function keepErasures(db: Db, file: string) {
  const known = new Set((await readErasures(file)).map(({ id }) => id))
  const erasures = await db.selectFrom('erasures').selectAll().orderBy('at').execute()
  const missing = erasures.filter(({ id }) => !known.has(id)).map(({ id, at }) => `${id} ${at.toISOString()}\n`)
  if (missing.length > 0) await appendFile(file, missing.join(''), { mode: 0o600, flush: true })
}

/** Those that a backup knows of. */
export const readErasuresOfBackup = (read: Awaited<ReturnType<typeof openBackupFile>>) =>
  read(async (frames) => {
    const { tables } = JSON.parse(String((await frames.next()).value)) as Manifest
    for (const { name, columns } of tables) {
      const rows = await text(section(frames))
      if (name !== 'erasures') continue
      if (columns.join() !== 'id,at') throw new Error('The erasures of the newer backup cannot be read.')
      return erasuresIn(rows)
    }
    return []
  })
