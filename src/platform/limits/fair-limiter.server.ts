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

interface Waiting {
  path: Path
  grant(): void
  refuse(): void
}

/** A network or person in the queue. */
interface Queued {
  waiting: number
  /** When it came or was last served, as a running number. */
  turn: number
}

/**
 * Limits what runs at once. A network that is alone gets two thirds of the places, else a third (a /56 and a /48 more).
 * Requests beyond that wait in a bounded queue, fewest places first (docs/decisions/008-places-per-network.md).
 */
export class FairLimiter {
  readonly #limits: Limits
  readonly #held = new Map<string, number>()
  /** The oldest first. */
  readonly #queue = new Set<Waiting>()
  readonly #queued = new Map<string, Queued>()
  #turns = 0
  #taken = 0
  /** By `performance.now()`. */
  #fullSince: number | undefined
  /** Refused since the start: because every place was taken, or because the asker had its share. */
  readonly refused = { full: 0, share: 0 }

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get taken() {
    return this.#taken
  }

  get waiting() {
    return this.#queue.size
  }

  enter(path: Path, waitMs = this.#longestWaitMs(path)): Turn {
    const { promise: granted, resolve } = Promise.withResolvers<boolean>()
    let timer: NodeJS.Timeout | undefined
    let leave = () => {}
    const settle = (isGranted: boolean, afterwards = () => {}) => {
      clearTimeout(timer)
      leave = afterwards
      resolve(isGranted)
    }
    const waiting: Waiting = {
      path,
      grant: () => {
        this.#take(path)
        settle(true, () => this.#giveBack(path))
      },
      refuse: () => {
        this.refused[this.#taken < this.#limits.places ? 'share' : 'full']++
        settle(false)
      },
    }
    if (this.#mayTake(path)) waiting.grant()
    else {
      const stopWaiting = () => {
        this.#dequeue(waiting)
        // The others may be alone now, and may have more.
        this.#handOut()
      }
      leave = () => {
        settle(false)
        stopWaiting()
      }
      timer = setTimeout(() => {
        stopWaiting()
        waiting.refuse()
      }, waitMs)
      this.#enqueue(waiting)
    }
    return {
      path,
      granted,
      leave() {
        const once = leave
        leave = () => {}
        once()
      },
    }
  }

  #longestWaitMs(path: Path) {
    const { waitMs, standingWaitMs } = this.#limits
    const isStanding = this.#fullSince !== undefined && performance.now() - this.#fullSince > burstMs
    return isStanding && !this.#isNext(path) ? standingWaitMs : waitMs
  }

  /** A network without a place is among the first, unless more such networks wait than there are places. */
  #isNext([widest]: Path) {
    const without = new Set([...this.#queue].map(({ path }) => path[0]!).filter((network) => !this.#heldBy(network)))
    without.delete(widest!)
    return !this.#heldBy(widest!) && without.size < this.#limits.places
  }

  #heldBy = (key: string) => this.#held.get(key) ?? 0
  #waitingOf = (key: string) => this.#queued.get(key)?.waiting ?? 0

  #shareOf(path: Path, place: number) {
    const { places } = this.#limits
    const isAlone = this.#heldBy(path[0]!) === this.#taken && this.#waitingOf(path[0]!) === this.waiting
    const twelfths = isAlone ? 8 : 4 + Math.max(0, path.length - 2 - place)
    return Math.ceil((places * twelfths) / 12)
  }

  #mayTake(path: Path) {
    if (this.#taken >= this.#limits.places) return false
    return path.every((key, place) => this.#heldBy(key) < this.#shareOf(path, place))
  }

  #take(path: Path) {
    this.#taken++
    for (const key of path) this.#held.set(key, this.#heldBy(key) + 1)
    if (this.#taken >= this.#limits.places) this.#fullSince ??= performance.now()
  }

  #giveBack(path: Path) {
    this.#taken--
    for (const key of path) {
      const left = this.#heldBy(key) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
    this.#handOut()
    if (this.#taken < this.#limits.places) this.#fullSince = undefined
  }

  #handOut() {
    for (;;) {
      const next = [...this.#queue]
        .filter(({ path }) => this.#mayTake(path))
        .reduce<Waiting | undefined>(
          (first, each) => (first && this.#compare(first, each, this.#heldBy) <= 0 ? first : each),
          undefined,
        )
      if (!next) return
      this.#dequeue(next)
      this.#turns++
      for (const key of next.path) {
        const queued = this.#queued.get(key)
        if (queued) queued.turn = this.#turns
      }
      next.grant()
    }
  }

  /** By the widest network, or the person, in which they differ: by `measure`, and then by who was served longer ago. */
  #compare(one: Waiting, other: Waiting, measure: (key: string) => number) {
    const place = one.path.findIndex((key, place) => key !== other.path[place])
    if (place < 0) return 0
    const [a, b] = [one.path[place]!, other.path[place]!]
    return measure(a) - measure(b) || this.#queued.get(a)!.turn - this.#queued.get(b)!.turn
  }

  #enqueue(waiting: Waiting) {
    this.#queue.add(waiting)
    this.#turns++
    for (const key of waiting.path) {
      const queued = this.#queued.get(key) ?? { waiting: 0, turn: this.#turns }
      queued.waiting++
      this.#queued.set(key, queued)
    }
    const { mostWaiting, mostWaitingPerNetwork } = this.#limits
    const all = [...this.#queue]
    const inNetwork = all.filter(({ path }) => path.at(-2) === waiting.path.at(-2))
    const isNetworkFull = inNetwork.length > mostWaitingPerNetwork
    if (!isNetworkFull && all.length <= mostWaiting) return
    // Of those with the most in the queue, the one that came last.
    const newest = (isNetworkFull ? inNetwork : all).reduce((longest, each) =>
      this.#compare(each, longest, this.#waitingOf) >= 0 ? each : longest,
    )
    this.#dequeue(newest)
    newest.refuse()
  }

  #dequeue(waiting: Waiting) {
    this.#queue.delete(waiting)
    for (const key of waiting.path) {
      const queued = this.#queued.get(key)!
      if (--queued.waiting === 0) this.#queued.delete(key)
    }
  }
}
