import type { Heading } from './headings.server.ts'
import type { Line } from './person.server.ts'
import type { FileTrouble, ImportStatus, RowProblem } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    imports: { status: ImportStatus; trouble: FileTrouble; headings: Heading[] }
    importRows: { line: Line; problems: RowProblem[] }
  }
}
