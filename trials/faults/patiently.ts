import { setTimeout as delay } from 'node:timers/promises'

/** Calls again, for a minute, while the server has too much to do, as its answer asks for. */
export async function patiently<A extends { status: number }>(call: () => Promise<A>): Promise<A> {
  const began = performance.now()
  for (;;) {
    const answer = await call()
    if (answer.status !== 503 || performance.now() - began > 60_000) return answer
    await delay(50)
  }
}
