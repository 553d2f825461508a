/** Bytes of a file. The command line reads larger ones. */
export const mostFileBytes = 10 * 1024 * 1024
export const mostRows = 50_000
/** Small enough for a slow line: a request that takes longer than twelve seconds is cut off. */
export const pieceBytes = 128 * 1024
export const undoHours = 24

/** Why a file is refused as a whole. `missing` and `twice` name columns. */
export const fileTroubles = ['no table', 'missing', 'twice', 'damaged', 'bomb', 'old', 'long', 'empty'] as const
export type FileTrouble = (typeof fileTroubles)[number]

/** Why a row is not taken in. */
export const problemKinds = [
  'missing',
  'option',
  'invalid',
  'age',
  'reversed',
  'district',
  'script',
  'cells',
  'encoding',
  'quotation',
  'endless',
  'email twice',
  'phone twice',
  'email known',
  'phone known',
] as const
type ProblemKind = (typeof problemKinds)[number]

/** `field` is an input of the form, or `email`. `other` is a row of the file, or the number of a biodata. */
export interface RowProblem {
  kind: ProblemKind
  field?: string | undefined
  value?: string | undefined
  other?: number | undefined
}

export const importStatuses = [
  'uploading',
  'reading',
  'refused',
  'ready',
  'running',
  'done',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** What the server does without being asked again. */
export const isAtWork = (status: ImportStatus) => ['reading', 'running', 'undoing'].includes(status)

export const canUndo = (status: ImportStatus, doneAt: string | null, now: Date) =>
  status === 'done' && doneAt !== null && Date.parse(doneAt) + undoHours * 3_600_000 > now.getTime()
