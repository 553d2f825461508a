import { contactWays, honestTexts } from '#tests/contact-ways.ts'
import type { Figure } from './report.ts'
import type { Target } from './target.ts'

/** What becomes of contacts that people write where everybody reads them (SEC-N7, E7). */
export async function* contacts(target: Target): AsyncGenerator<Figure> {
  const { ask, save, signUp, makeAdmin } = target
  const [writer, admin] = [await signUp('writer@attack.example'), await signUp('admin@attack.example')]
  await makeAdmin(admin)
  async function outcomeOf(texts: object) {
    const { status } = await save(writer, { institution: '', profession: '', siblings: '', aboutMe: '', ...texts })
    if (status === 422) return 'refused'
    if (status !== 200) throw new Error(`a save was answered with ${status}`)
    const { body } = await ask('/api/suspicious-texts', { cookie: admin.cookie })
    return body.length > 0 ? 'listed' : 'passes'
  }
  const outcomes = { refused: 0, listed: 0, passes: 0 }
  let otherwise = 0
  for (const [way, expected, written] of contactWays) {
    const outcome = await outcomeOf(typeof written === 'string' ? { aboutMe: `আমি ঢাকায় থাকি। ${written}` } : written)
    outcomes[outcome]++
    if (outcome === expected) continue
    otherwise++
    console.log(`    ${way} ${outcome}, not ${expected}`)
  }
  const all = contactWays.length
  yield { attack: 'ways to write a contact that are refused', found: outcomes.refused, of: all }
  yield { attack: 'ways that an administrator is shown', found: outcomes.listed, of: all }
  yield { attack: 'ways that pass', found: outcomes.passes, of: all, promised: { atMost: 15 } }
  yield { attack: 'ways that end otherwise than they did', found: otherwise, promised: { atMost: 0 } }
  let stopped = 0
  for (const text of honestTexts) {
    const outcome = await outcomeOf({ aboutMe: text })
    stopped += Number(outcome !== 'passes')
    if (outcome !== 'passes') console.log(`    honest, but ${outcome}: ${text}`)
  }
  yield {
    attack: 'honest texts that are refused or listed',
    found: stopped,
    of: honestTexts.length,
    promised: { atMost: 0 },
  }
}
