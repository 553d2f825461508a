import { setTimeout as delay } from 'node:timers/promises'
import type { OwnPostgres } from './postgres.ts'
import type { Site } from './site.ts'
import type { Tally } from './tally.ts'

/** What all trials stand on: a site of two servers behind one database, used by one trial after the other. */
export interface Stage {
  postgres: OwnPostgres
  site: Site
  /** From 0 to 1, the same numbers for the same seed. */
  random(): number
}

export interface Trial {
  /** By which it is asked for: `npm run faults -- F1`. */
  id: string
  /** What is claimed; begins with the requirements it proves. */
  title: string
  /** Of the short form in `npm test`, where 0 leaves it out, and of `npm run faults`. */
  rounds: { few: number; many: number }
  /** Milliseconds that recovering may take. */
  within: number
  /** Milliseconds that an answer may take; `timeoutMs` where nothing is said. */
  answersWithin?: number
  /** It waits for long, or needs no server: such trials are gone through beside the others. */
  isBeside?: boolean
  run(stage: Stage, tally: Tally, rounds: number): Promise<void>
}

/** Milliseconds after which a page is one that hangs. */
export const timeoutMs = 5_000

/** No server ended that nobody ended. */
export function expectNoEnd({ servers }: Site, tally: Tally) {
  for (const { ends, complaints } of servers)
    if (ends > 0) tally.wrong.push(`a server ended by itself: ${complaints.slice(-3)}`)
}

/** Notes how long a recovery took. */
export function recovered(tally: Tally, ms: number) {
  tally.worst = Math.max(tally.worst, ms)
}

/** Asks for pages and answers without a pause, each asker one after the other, while `during` goes on. */
export async function whileAsked(site: Site, tally: Tally, during: () => Promise<void>) {
  const member = await site.signUp('asker')
  const paths = ['/', '/baiDataPage', '/api/BioDataCount', '/dashboard/viewBioData', '/api/favorite', '/api/payments']
  const probes = ['/healthz', '/readyz']
  let isOver = false
  let asked = 0
  // One network would read more lists than people do.
  const fromElsewhere = () => ({ ...member, network: `172.17.${(asked >> 8) & 255}.${asked++ & 255}` })
  const answers: { path: string; status: number; at: number }[] = []
  const ask = async (path: string, place: number) => {
    const server = site.servers[place % site.servers.length]!
    while (!isOver) {
      const { status, why } = await site
        .call('GET', path, fromElsewhere(), undefined, { server })
        .then(({ status }) => ({ status, why: String(status) }))
        .catch(({ message, cause }: Error) => ({ status: 0, why: `nothing: ${message} (${cause})` }))
      answers.push({ path, status, at: performance.now() })
      if (![200, 302, 503].includes(status)) tally.wrong.push(`${path} answered ${why}`)
      if (status !== 200 || probes.includes(path)) await delay(20)
    }
  }
  const asking = [...paths, ...paths, ...probes].map(ask)
  await during().finally(() => {
    isOver = true
  })
  await Promise.all(asking)
  return answers
}

/** Milliseconds until everything that is asked on every server is answered with 200. */
export async function untilServed(site: Site, paths = ['/', '/api/BioDataCount', '/readyz']) {
  const began = performance.now()
  for (const server of site.servers)
    for (const path of paths)
      while ((await site.call('GET', path, {}, undefined, { server }).catch(() => undefined))?.status !== 200) {
        if (server.ends > 0) throw new Error(`a server ended by itself: ${server.complaints.slice(-12).join('\n')}`)
        await delay(10)
      }
  return performance.now() - began
}
