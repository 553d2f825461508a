import { expect, test } from 'vitest'
import { actors, matrix } from './access-matrix.ts'

const columns: Record<(typeof actors)[number], string> = {
  V: 'Visitor',
  U: 'Member',
  O: 'Owner',
  P: 'Premium',
  Q: 'Has paid',
  R: 'Approved',
  W: 'Family asked',
  D: 'Declined',
  G: 'Guardian',
  F: 'Was guardian',
  A: 'Administrator',
  B: 'Suspended',
}

/** A call as people read it: whose id or number it is stands in words. */
const callOf = (ask: string) =>
  ask
    .replaceAll('|', '\\|')
    .replace(/\{(\w+):(\w+)\}/g, (_, what, whose) => `‹${what} of ${whose === 'me' ? 'the caller' : whose}›`)

const asGrid = (cells: readonly string[][]) => cells.map((row) => `| ${row.join(' | ')} |`).join('\n')

test('M6 G7: the grid of who may do what is what the access matrix proves', async () => {
  const rows = matrix.map(({ ask, body, answers }) => [
    `\`${callOf(ask)}\`${body ? `<br>${Object.keys(body).join(', ')}` : ''}`,
    ...actors.map((who) => String(answers[who].status)),
  ])
  const heads = ['Call', ...actors.map((who) => columns[who])]
  await expect(`# Who may do what

Every call of the server, and the HTTP status by which each kind of person is answered: 200 is yes, 401 asks to sign in, 403 is no, 404 says that there is no such thing, or none that is the caller's business, 409 that it is not possible now, 422 that something is filled in wrongly, 302 that a page is elsewhere. What may stand in an answer is in \`tests/access/access-matrix.ts\`, from which this grid is made: \`vitest run tests/access/who-may-do-what.test.ts --update\` writes it, and the test compares them.

*Owner* (O) is the person whose biodata, favourite or request it is about. *Has paid* (Q), *Approved* (R), *Family asked* (W) and *Declined* (D) have asked for the owner's contact. *Guardian* (G) is one of the owner and may do everything that the owner can let a guardian do; *Was guardian* (F) has been one. *Suspended* (B) still has the cookie from before. S is one more member.

${asGrid([heads, heads.map(() => '---'), ...rows])}
`).toMatchFileSnapshot('../../docs/who-may-do-what.md')
})
