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

/** A network or person with those who wait in it. */
interface Branch {
  waiting: number
  branches: Map<string, Branch>
  requests: Set<Waiting>
}
const newBranch = (): Branch => ({ waiting: 0, branches: new Map(), requests: new Set() })

/**
 * Limits what runs at once. A network that is alone gets two thirds of the places, else a third (a /56 and a /48 more).
 * Requests beyond that wait in a bounded queue, fewest places first (docs/decisions/008-places-per-network.md).
 */
export class FairLimiter {
  readonly #limits: Limits
  readonly #held = new Map<string, number>()
  readonly #root = newBranch()
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
    return this.#root.waiting
  }

  enter(path: Path, waitMs = this.#longestWaitMs(path)): Turn {
    const { promise: granted, resolve } = Promise.withResolvers<boolean>()
    let timer: NodeJS.Timeout | undefined
    let leave = () => {}
    const waiting: Waiting = {
      path,
      grant: () => {
        clearTimeout(timer)
        this.#take(path)
        leave = () => this.#giveBack(path)
        resolve(true)
      },
      refuse: () => {
        clearTimeout(timer)
        leave = () => {}
        this.refused[this.#taken < this.#limits.places ? 'share' : 'full']++
        resolve(false)
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
        clearTimeout(timer)
        resolve(false)
        stopWaiting()
      }
      const giveUp = () => {
        stopWaiting()
        waiting.refuse()
      }
      timer = setTimeout(giveUp, waitMs)
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
    const hasNone = (network: string) => this.#heldBy(network) === 0
    const others = [...this.#root.branches.keys()].filter((network) => network !== widest && hasNone(network))
    return hasNone(widest!) && others.length < this.#limits.places
  }

  #heldBy = (key: string) => this.#held.get(key) ?? 0

  #shareOf(path: Path, place: number) {
    const { places } = this.#limits
    const widest = path[0]!
    const waitingHere = this.#root.branches.get(widest)?.waiting ?? 0
    const isAlone = this.#heldBy(widest) === this.#taken && waitingHere === this.#root.waiting
    const twelfths = isAlone ? 8 : 4 + Math.max(0, path.length - 2 - place)
    return Math.ceil((places * twelfths) / 12)
  }

  #isBelowShare = (path: Path, place: number) => this.#heldBy(path[place]!) < this.#shareOf(path, place)

  #mayTake(path: Path) {
    return this.#taken < this.#limits.places && path.every((_, place) => this.#isBelowShare(path, place))
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
    while (this.#taken < this.#limits.places) {
      const next = this.#nextIn(this.#root, 0)
      if (!next) return
      this.#dequeue(next)
      this.#moveBack(next.path)
      next.grant()
    }
  }

  /** The one whose turn it is: of the network with the fewest places, and of several the one that was served longest ago. */
  #nextIn(branch: Branch, depth: number): Waiting | undefined {
    for (const first of branch.requests) return first
    const fewestFirst = [...branch.branches].sort(([a], [b]) => this.#heldBy(a) - this.#heldBy(b))
    for (const [, child] of fewestFirst) {
      const next = this.#nextIn(child, depth + 1)
      if (next && this.#isBelowShare(next.path, depth)) return next
    }
    return undefined
  }

  #enqueue(waiting: Waiting) {
    const { path } = waiting
    let branch = this.#root
    branch.waiting++
    let network = branch
    for (const [place, key] of path.entries()) {
      const child = branch.branches.get(key) ?? newBranch()
      branch.branches.set(key, child)
      child.waiting++
      if (place === path.length - 2) network = child
      branch = child
    }
    branch.requests.add(waiting)
    const { mostWaiting, mostWaitingPerNetwork } = this.#limits
    const tooLong =
      network.waiting > mostWaitingPerNetwork ? network : this.#root.waiting > mostWaiting ? this.#root : undefined
    if (!tooLong) return
    const newest = newestOfLongest(tooLong)
    this.#dequeue(newest)
    newest.refuse()
  }

  #dequeue(waiting: Waiting) {
    let branch = this.#root
    branch.waiting--
    for (const key of waiting.path) {
      const child = branch.branches.get(key)!
      if (--child.waiting === 0) branch.branches.delete(key)
      branch = child
    }
    branch.requests.delete(waiting)
  }

  #moveBack(path: Path) {
    let branch = this.#root
    for (const key of path) {
      const child = branch.branches.get(key)
      if (!child) return
      branch.branches.delete(key)
      branch.branches.set(key, child)
      branch = child
    }
  }
}

/** Of a queue that is too long: in the network, and there of the person, with the most waiting, the one that came last. */
function newestOfLongest(queue: Branch): Waiting {
  let branch = queue
  while (branch.requests.size === 0)
    branch = [...branch.branches.values()].reduce((longest, each) => (each.waiting >= longest.waiting ? each : longest))
  return [...branch.requests].at(-1)!
}
