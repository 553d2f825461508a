import { accounts } from './accounts.ts'
import { contacts } from './contacts.ts'
import { lists } from './lists.ts'
import { places } from './places.ts'
import { protocol } from './protocol.ts'
import { reading } from './reading.ts'
import { type Attack, print } from './report.ts'
import { startTarget } from './target.ts'
import { wishes } from './wishes.ts'

// Attacks a site of its own over the network, as somebody outside would, and prints what that brings. An argument is a word
// of the name of a part: `attacks.ts places`. It fails when one of them brings more than docs/security.md promises.

const parts: [name: string, attack: Attack][] = [
  ['places: other people meanwhile', places],
  ['reading', reading],
  ['accounts with another’s email', accounts],
  ['private wishes', wishes],
  ['lists of emails', lists],
  ['contacts in texts', contacts],
  ['protocol', protocol],
]

const [, , word = ''] = process.argv
let isWhole = true
for (const [name, attack] of parts.filter(([name]) => name.includes(word))) {
  const target = await startTarget()
  const began = performance.now()
  console.log(`\n${name}`)
  try {
    for await (const figure of attack(target)) isWhole = print(figure) && isWhole
    const faults = target.faults.length
    isWhole = print({ attack: 'faults in the log of the site', found: faults, promised: { atMost: 0 } }) && isWhole
    for (const fault of target.faults.slice(0, 3)) console.log(fault.slice(0, 600))
  } finally {
    await target.stop()
  }
  console.log(`  ${((performance.now() - began) / 1_000).toFixed(0)} s`)
}
process.exit(isWhole ? 0 : 1)
