/** `manifest.json`, which a backup begins with: all that is needed to fill its tables again. */
export interface Manifest {
  /** Of the file; this and the version were not in it before format 2. */
  format?: number
  version?: string
  /** When it was made, ISO 8601. */
  at: string
  mode: 'demo' | 'serve' | null
  /** The schema is not in the file: these make it. */
  migrations: string[]
  sequences: { name: string; last: string }[]
  /** In the order in which they can be filled; columns are quoted. */
  tables: { name: string; columns: string[] }[]
  people: number
  biodata: number
  /** Tells the AUTH_SECRET in use, without telling it. */
  keyId: string | null
}

/** A file within the backup. Its bytes are read before the next member, or not at all. */
export interface Member {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/** Reads a backup that was checked, as often as called. */
export type BackupReader = <Result>(
  use: (manifest: Manifest, members: AsyncIterable<Member>) => Promise<Result>,
) => Promise<Result>

/** Tables are cut between rows: tar needs a member's size first, and nobody knows that of a table still being read. */
export const partOfTable = (table: string, part: number) => `tables/${table}/${String(part).padStart(4, '0')}.tsv`

export function tableOf(name: string) {
  const [, table, part] = /^tables\/(\w+)\/(\d{4,})\.tsv$/.exec(name) ?? []
  return table === undefined ? undefined : { table, isFirst: Number(part) === 1 }
}

/** What of DATA_DIR is kept, as patterns. The secret that the demo makes is one; AUTH_SECRET is its operator's to keep. */
export const keptFiles = ['secret']
export const filesFolder = 'files/'

/** Why a file is refused. Nothing was changed then. */
export const refusals = (path: string, cause?: unknown) => ({
  missing: new Error(`${path}: there is no such file.`),
  alien: new Error(`${path} is no backup of Nikhad.`),
  newer: new Error(`${path} was made by a newer version of Nikhad. Install that version.`),
  damaged: new Error(`${path} is damaged or cut off. Nothing of it is used.`, { cause }),
  locked: new Error(`${path} is encrypted. Set BACKUP_PASSPHRASE to what it was encrypted with.`),
  unopened: new Error(`${path} was encrypted with another passphrase than BACKUP_PASSPHRASE, or was altered.`, {
    cause,
  }),
})
