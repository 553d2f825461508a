import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { Deleted, Id, Inserted, line, Modified, wholeNumber } from '#src/platform/schemas/fields.ts'
import { fileTroubles, importStatuses, mostFileBytes, mostRows, pieceBytes, problemKinds } from './policy.ts'

const admin = { access: 'admin' } as const
const one = z.object({ id: Id })

export const beginImport = endpoint({
  ...admin,
  method: 'POST',
  path: '/imports',
  summary: 'Announces a CSV file or an Excel workbook with biodata. Its pieces follow.',
  input: z.object({ fileName: line(200), bytes: wholeNumber(1, 2_147_483_647) }),
  output: Inserted,
  problems: ['too-large'],
})

/** In base64: a piece goes through the same door as everything else. */
const base64 = z
  .string('must be base64')
  .check(
    z.maxLength(Math.ceil(pieceBytes / 3) * 4, 'is longer than a piece'),
    z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'),
  )

export const sendPiece = endpoint({
  ...admin,
  method: 'POST',
  path: '/imports/:id/pieces',
  summary: `One piece of the file, of ${pieceBytes} bytes but for the last one. After the last one the server reads the file.`,
  input: z.object({ id: Id, place: wholeNumber(0, Math.ceil(mostFileBytes / pieceBytes)), data: base64 }),
  output: z.object({ missing: z.int() }),
  problems: ['not-found'],
  bodyLimit: 2 * pieceBytes,
})

const importFields = {
  id: Id,
  fileName: z.string(),
  status: z.enum(importStatuses),
  trouble: z.nullable(z.object({ kind: z.enum(fileTroubles), columns: z.array(z.string()) })),
  /** Of the file; `column` is what it is read as. */
  headings: z.array(z.object({ heading: z.string(), column: z.optional(z.string()) })),
  read: z.int(),
  good: z.int(),
  added: z.int(),
  /** Whom an undone import has left, because they had signed in. */
  stayed: z.int(),
  agreedHow: z.nullable(z.string()),
  agreedOn: z.nullable(z.string()),
  by: z.nullable(z.string()),
  madeAt: z.string(),
  doneAt: z.nullable(z.string()),
  canUndo: z.boolean(),
}
const Import = z.object(importFields)
export type Import = z.output<typeof Import>

export const listImports = endpoint({
  ...admin,
  path: '/imports',
  summary: 'The last imports, newest first.',
  output: z.array(Import),
})

export const viewImport = endpoint({
  ...admin,
  path: '/imports/:id',
  summary: 'How far an import is, and who is in it.',
  input: one,
  output: z.object({
    ...importFields,
    problems: z.int(),
    /** Of the rows that can be taken in. */
    women: z.int(),
    men: z.int(),
    divisions: z.int(),
  }),
  problems: ['not-found'],
})

const RowProblem = z.object({
  kind: z.enum(problemKinds),
  field: z.optional(z.string()),
  value: z.optional(z.string()),
  other: z.optional(z.int()),
})
const Row = z.object({
  row: z.int(),
  name: z.string(),
  gender: z.string(),
  birth: z.string(),
  division: z.string(),
  problems: z.array(RowProblem),
})

/** Rows of one answer. */
export const rowsPerAnswer = 50

export const viewRows = endpoint({
  ...admin,
  path: '/imports/:id/rows',
  summary: `Rows of the file in its order, ${rowsPerAnswer} after the one that \`after\` names: good ones, or those with problems.`,
  input: z.object({ id: Id, are: z.enum(['good', 'wrong']), after: z.optional(wholeNumber(0, mostRows * 30)) }),
  output: z.array(Row),
  problems: ['not-found'],
})

export const nameColumns = endpoint({
  ...admin,
  method: 'PATCH',
  path: '/imports/:id/columns',
  summary: 'Says what unknown columns are, and reads the file again. A column that is named ‘’ is not read.',
  input: z.object({
    id: Id,
    columns: z.record(z.string().check(z.maxLength(4_000)), z.string().check(z.maxLength(100))),
  }),
  output: Modified,
  problems: ['not-found'],
})

export const startImport = endpoint({
  ...admin,
  method: 'POST',
  path: '/imports/:id/start',
  summary:
    'Takes the good rows in: as drafts that nobody sees, or, with how and when these people agreed to be published, published.',
  input: z.object({
    id: Id,
    agreement: z.optional(z.object({ how: line(500), on: z.iso.date('must be a real date, like 2001-05-31') })),
  }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})

export const undoImport = endpoint({
  ...admin,
  asksPassword: true,
  method: 'POST',
  path: '/imports/:id/undo',
  summary: 'Within a day: removes whom this import has added and who have not signed in since.',
  input: one,
  output: Modified,
  problems: ['not-found', 'conflict'],
})

export const dropImport = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/imports/:id',
  summary: 'Forgets a file that was not taken in.',
  input: one,
  output: Deleted,
  problems: ['not-found'],
})

/** Their columns are those of the form; the server adds them, because a page needs none. */
const file = z.custom<AsyncIterable<Record<string, unknown>[]>>()

export const importProblems = endpoint({
  ...admin,
  path: '/imports/:id/problems.csv',
  summary: 'The rows with problems, to be corrected and imported again.',
  input: one,
  output: file,
  problems: ['not-found'],
})

export const importTemplate = endpoint({
  ...admin,
  path: '/imports/template.csv',
  summary: 'A file for spreadsheets with the columns that an import reads, and one example.',
  output: file,
})
