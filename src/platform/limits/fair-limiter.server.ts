import { AsyncLocalStorage } from 'node:async_hooks'

/** Who asks: the networks of an address with the widest first, and last the person. All keys are of one name space. */
export type Path = readonly string[]

export interface Limits {
  places: number
  /** The longest wait, for bursts. */
  waitMs: number
  /** The longest wait once every place was taken for `burstMs`: a standing queue only makes everybody later. */
  standingWaitMs: number
  mostWaiting: number
  /** Of one IPv4 address, or one IPv6 /64. */
  mostWaitingPerNetwork: number
}

/** The interval of CoDel (RFC 8289), after which a queue counts as standing. */
const burstMs = 100

export interface Turn {
  path: Path
  /** False when the limiter refuses it, or when it leaves before its place is free. */
  granted: Promise<boolean>
  /** Gives the place back, or stops waiting for one. Later calls do nothing. */
  leave(): void
}

interface Asker {
  path: Path
  timer?: NodeJS.Timeout
  settle(isGranted: boolean): void
}

class Askers extends Set<Asker> {
  readonly #counts = new Map<string, number>()

  countOf = (key: string) => this.#counts.get(key) ?? 0

  override add(asker: Asker) {
    for (const key of asker.path) this.#counts.set(key, this.countOf(key) + 1)
    return super.add(asker)
  }

  override delete(asker: Asker) {
    if (!super.delete(asker)) return false
    for (const key of asker.path) {
      const left = this.countOf(key) - 1
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
    }
    return true
  }
}

/**
 * Limits what runs at once. A network that is alone gets two thirds of the places, else a third (a /56 and a /48 more).
 * Requests beyond that wait in a bounded queue, fewest places first (docs/decisions/008-places-per-network.md).
 */
export class FairLimiter {
  readonly #limits: Limits
  readonly #working = new Askers()
  /** The oldest first. */
  readonly #queue = new Askers()
  /** When each network and person of the queue came or was last served, as a running number. */
  readonly #turns = new Map<string, number>()
  #turn = 0
  /** By `performance.now()`. */
  #fullSince: number | undefined
  /** Refused since the start: because every place was taken, or because the asker had its share. */
  readonly refused = { full: 0, share: 0 }

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get taken() {
    return this.#working.size
  }

  get waiting() {
    return this.#queue.size
  }

  enter(path: Path, waitMs = this.#longestWaitMs(path)): Turn {
    const { promise: granted, resolve } = Promise.withResolvers<boolean>()
    const asker: Asker = { path, settle: resolve }
    if (this.#mayTake(path)) this.#grant(asker)
    else {
      asker.timer = setTimeout(() => {
        this.#stopWaiting(asker)
        this.#refuse(asker)
      }, waitMs)
      this.#enqueue(asker)
    }
    return { path, granted, leave: () => this.#leave(asker) }
  }

  #leave(asker: Asker) {
    if (this.#working.delete(asker)) {
      this.#handOut()
      if (!this.#isFull) this.#fullSince = undefined
    } else if (this.#queue.has(asker)) {
      this.#stopWaiting(asker)
      asker.settle(false)
    }
  }

  #grant(asker: Asker) {
    this.#working.add(asker)
    if (this.#isFull) this.#fullSince ??= performance.now()
    asker.settle(true)
  }

  #refuse(asker: Asker) {
    this.refused[this.#isFull ? 'full' : 'share']++
    asker.settle(false)
  }

  /** The others may be alone now, and may have more. */
  #stopWaiting(asker: Asker) {
    this.#dequeue(asker)
    this.#handOut()
  }

  #longestWaitMs(path: Path) {
    const { waitMs, standingWaitMs } = this.#limits
    const isStanding = this.#fullSince !== undefined && performance.now() - this.#fullSince > burstMs
    return isStanding && !this.#isNext(path) ? standingWaitMs : waitMs
  }

  /** A network without a place is among the first, unless more such networks wait than there are places. */
  #isNext([widest]: Path) {
    const isWithout = (network: string) => this.#working.countOf(network) === 0
    const others = new Set([...this.#queue].map(({ path }) => path[0]!).filter(isWithout))
    others.delete(widest!)
    return isWithout(widest!) && others.size < this.#limits.places
  }

  get #isFull() {
    return this.taken >= this.#limits.places
  }

  #shareOf(path: Path, place: number) {
    const isAlone = this.#working.countOf(path[0]!) === this.taken && this.#queue.countOf(path[0]!) === this.waiting
    const twelfths = isAlone ? 8 : 4 + Math.max(0, path.length - 2 - place)
    return Math.ceil((this.#limits.places * twelfths) / 12)
  }

  #mayTake(path: Path) {
    return !this.#isFull && path.every((key, place) => this.#working.countOf(key) < this.#shareOf(path, place))
  }

  #handOut() {
    for (;;) {
      const next = [...this.#queue]
        .filter(({ path }) => this.#mayTake(path))
        .reduce<Asker | undefined>(
          (first, each) => (first && this.#compare(first, each, this.#working) <= 0 ? first : each),
          undefined,
        )
      if (!next) return
      this.#turn++
      for (const key of next.path) this.#turns.set(key, this.#turn)
      this.#dequeue(next)
      this.#grant(next)
    }
  }

  /** By the widest network, or the person, in which they differ: by how many it has, then by who was served longer ago. */
  #compare(one: Asker, other: Asker, { countOf }: Askers) {
    const place = one.path.findIndex((key, place) => key !== other.path[place])
    if (place < 0) return 0
    const [a, b] = [one.path[place]!, other.path[place]!]
    return countOf(a) - countOf(b) || this.#turns.get(a)! - this.#turns.get(b)!
  }

  #enqueue(asker: Asker) {
    this.#queue.add(asker)
    this.#turn++
    for (const key of asker.path) if (!this.#turns.has(key)) this.#turns.set(key, this.#turn)
    const { mostWaiting, mostWaitingPerNetwork } = this.#limits
    const all = [...this.#queue]
    const inNetwork = all.filter(({ path }) => path.at(-2) === asker.path.at(-2))
    const isNetworkFull = inNetwork.length > mostWaitingPerNetwork
    if (!isNetworkFull && all.length <= mostWaiting) return
    // Of those with the most in the queue, the one that came last.
    const newest = (isNetworkFull ? inNetwork : all).reduce((longest, each) =>
      this.#compare(each, longest, this.#queue) >= 0 ? each : longest,
    )
    this.#dequeue(newest)
    this.#refuse(newest)
  }

  #dequeue(asker: Asker) {
    this.#queue.delete(asker)
    clearTimeout(asker.timer)
    for (const key of asker.path) if (this.#queue.countOf(key) === 0) this.#turns.delete(key)
  }
}

interface Place {
  turn: Turn
  /** By `performance.now()`: when the request is answered with 503, whatever it waits for. */
  endsAt: number
}
const places = new AsyncLocalStorage<Place>()

export const withPlace = (place: Place, work: () => void) => places.run(place, work)

/** For requests that go on to wait on purpose: they must not keep others out (SEC-N4). Nothing outside a request. */
export const leavePlace = () => places.getStore()?.turn.leave()

/** Who asks, for other limiters, and for how many milliseconds yet. Work outside a request counts as one asker. */
export function currentAsker(): { path: Path; leftMs: number } {
  const place = places.getStore()
  if (!place) return { path: ['this server'], leftMs: 60_000 }
  return { path: place.turn.path, leftMs: place.endsAt - performance.now() }
}
