import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Load, Outcome, Times } from './load.ts'

/** One request after the other on a connection that stays open. Much cheaper than a client that knows all of HTTP. */
class Line {
  readonly #socket: Socket
  #read: Buffer<ArrayBufferLike> | undefined
  #left = -1
  #status = 0
  #answered: ((status: number) => void) | undefined

  readonly opened: Promise<void>

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay()
    this.opened = new Promise((opened) => this.#socket.once('connect', opened))
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#end(0))
  }

  get isOpen() {
    return !this.#socket.destroyed && this.#socket.writable
  }

  /** Calls back with the status, 0 if the connection broke. */
  ask(request: string, answered: (status: number) => void) {
    this.#answered = answered
    this.#socket.write(request, 'latin1')
  }

  close() {
    this.#socket.destroy()
  }

  #take(bytes: Buffer) {
    if (this.#left >= 0) return this.#skip(bytes.length)
    const read = this.#read ? Buffer.concat([this.#read, bytes]) : bytes
    const end = read.indexOf('\r\n\r\n')
    this.#read = read
    if (end < 0) return
    const head = read.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)
    if (length) {
      this.#left = Number(length[1])
      this.#read = undefined
      this.#skip(read.length - end - 4)
      // The last of the chunks is empty; nothing comes behind it before we ask again.
    } else if (read.toString('latin1', read.length - 5) === '0\r\n\r\n') this.#end(this.#status)
  }

  #skip(length: number) {
    this.#left -= length
    if (this.#left <= 0) this.#end(this.#status)
  }

  #end(status: number) {
    const answered = this.#answered
    this.#answered = this.#read = undefined
    this.#left = -1
    answered?.(status)
  }
}

/** Each from another network, as visitors come: limits count by it. */
function requestTo({ port, paths, burstFrom }: Load) {
  const part = () => Math.floor(Math.random() * 256)
  return () => {
    const path = paths[Math.floor(Math.random() * paths.length)]
    const address = burstFrom ?? `10.${part()}.${part()}.${part()}`
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${address}\r\nAccept-Encoding: br, gzip\r\nAccept-Language: en\r\n\r\n`
  }
}

interface Answer {
  intended: number
  ms: number
  status: number
}

/** Everybody asks again as soon as they are answered. */
async function closedLoop(load: Load): Promise<{ answers: Answer[]; lags: number[] }> {
  const next = requestTo(load)
  const answers: Answer[] = []
  const end = performance.now() + load.seconds * 1000
  const caller = () =>
    new Promise<void>((done) => {
      let line = new Line(load.port)
      const ask = () => {
        const intended = performance.now()
        if (intended >= end) {
          line.close()
          return done()
        }
        if (!line.isOpen) line = new Line(load.port)
        line.ask(next(), (status) => {
          answers.push({ intended, ms: performance.now() - intended, status })
          ask()
        })
      }
      ask()
    })
  await Promise.all(Array.from({ length: load.connections }, caller))
  return { answers, lags: [] }
}

/** So many at the same moment, on connections that are open already. */
async function burst(load: Load): Promise<{ answers: Answer[]; lags: number[] }> {
  const next = requestTo(load)
  const lines = Array.from({ length: load.connections }, () => new Line(load.port))
  await Promise.all(lines.map(({ opened }) => opened))
  const intended = performance.now()
  const answers = await Promise.all(
    lines.map(
      (line) =>
        new Promise<Answer>((answered) => {
          line.ask(next(), (status) => {
            line.close()
            answered({ intended, ms: performance.now() - intended, status })
          })
        }),
    ),
  )
  return { answers, lags: [] }
}

/** They come when they come: the moments are drawn before, and nobody waits for an answer to another. */
async function openLoop(load: Load & { rate: number }): Promise<{ answers: Answer[]; lags: number[] }> {
  const next = requestTo(load)
  const answers: Answer[] = []
  const lags: number[] = []
  const idle: Line[] = []
  let under = 0
  const begin = performance.now()
  const end = begin + load.seconds * 1000
  let due = begin
  const between = () => (-Math.log(1 - Math.random()) / load.rate) * 1000
  const lineOf = () => {
    for (let line = idle.pop(); line; line = idle.pop()) if (line.isOpen) return line
    return new Line(load.port)
  }
  for (due += between(); due < end; due += between()) {
    for (let wait = due - performance.now(); wait > 0; wait = due - performance.now()) await delay(Math.max(1, wait))
    const intended = due
    lags.push(performance.now() - intended)
    if (under >= load.connections) {
      answers.push({ intended, ms: 0, status: 0 })
      continue
    }
    under++
    const line = lineOf()
    line.ask(next(), (status) => {
      under--
      answers.push({ intended, ms: performance.now() - intended, status })
      if (line.isOpen) idle.push(line)
    })
  }
  const timeoutMs = performance.now() + 15_000
  while (under > 0 && performance.now() < timeoutMs) await delay(20)
  // What was never answered was waited for all this time.
  for (let i = 0; i < under; i++) answers.push({ intended: end, ms: 15_000, status: 0 })
  for (const line of idle) line.close()
  return { answers, lags }
}

const quantile = (sorted: Float64Array, q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
function timesOf(answers: Answer[]): Times {
  const sorted = Float64Array.from(answers, ({ ms }) => ms).sort()
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

async function run(load: Load): Promise<Outcome> {
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const { rate, burstFrom } = load
  const { answers, lags } = await (burstFrom !== undefined
    ? burst(load)
    : rate === undefined
      ? closedLoop(load)
      : openLoop({ ...load, rate }))
  const { user, system } = process.cpuUsage(cpu)
  const ok = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  const third = (n: number) =>
    timesOf(ok.filter(({ intended }) => Math.floor(((intended - begin) * 3) / (load.seconds * 1000)) === n)).p99
  return {
    rate: ok.length / load.seconds,
    ok: ok.length,
    refused: refused.length,
    failed: answers.length - ok.length - refused.length,
    okTimes: timesOf(ok),
    refusedTimes: timesOf(refused),
    allTimes: timesOf(answers),
    thirds: [third(0), third(1), third(2)],
    lag: quantile(Float64Array.from(lags).sort(), 0.99),
    ownCpu: (user + system) / 1000 / (performance.now() - begin),
  }
}

process.on('message', (load: Load) => {
  void run(load).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())
