import { request } from 'node:http'
import { choices } from '#src/features/biodata/options.ts'
import { connections } from '#src/platform/db/open.server.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { freePort } from '#tests/program.ts'
import { type LoadGenerator, loadGenerator } from './load.ts'
import { fileOf, type Sent, startNginx } from './nginx.ts'
import { pgbenchOf } from './pgbench.ts'
import { type Line, notTried, ratios } from './report.ts'
import { measureSignedIn } from './signed-in.ts'
import type { Sizes } from './sizes.ts'
import { openPostgres, startProduct, startProgram } from './stage.ts'

/** What most people look for: a gender, a division and ten years. */
export const browsing = '/api/bioData-filter?gander=Female&perDivision=Dhaka&minAge=22&maxAge=30'
export const browse = `${browsing}&limit=20`
/** As different people look for different ages, in so many ways that hardly any is asked twice in a second. */
export const everNew = (['Female', 'Male'] as const).flatMap((gender) =>
  choices.division.flatMap((division) =>
    range(18, 40).flatMap((least) =>
      range(2, 10).flatMap((more) =>
        range(14, 20).map(
          (limit) =>
            `/api/bioData-filter?gander=${gender}&perDivision=${division}&minAge=${least}&maxAge=${least + more}&limit=${limit}`,
        ),
      ),
    ),
  ),
)
/** Some from all over them, for pgbench, which takes a script for each. */
const someOfEverNew = everNew.filter((_, i) => i % Math.ceil(everNew.length / 40) === 0)

/** As many as the product works on at the same time; it refuses more. */
export const clients = connections + 2

/** What the server does in a second, beside what limits it, one after the other in each round. */
export async function* measureServer(
  { rounds, seconds, people, folder }: Sizes,
  say: (what: string) => void,
): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const postgres = await openPostgres({ folder, say })
  undo.defer(postgres.close)
  const database = await postgres.peopled(people)
  const product = await startProduct({ DATABASE_URL: database.url })
  undo.defer(product.stop)
  const specification = await startProgram(process.execPath, ['trials/bench/specification.ts'], {
    port: await freePort(),
    readyPath: '/?gander=none',
    env: { DATABASE_URL: database.url },
  })
  undo.defer(specification.stop)
  const sent = await Promise.all([browse, to.browse, to.home].map((path) => fetchAsSent(product.port, path)))
  await requireSamePeople(product.port, specification.port)
  const nginx = await startNginx(sent)
  if (nginx) undo.defer(nginx.stop)
  const pgbench = await pgbenchOf(database, [browse])
  if (pgbench) undo.defer(pgbench.close)
  const pgbenchNew = await pgbenchOf(database, someOfEverNew)
  if (pgbenchNew) undo.defer(pgbenchNew.close)
  const load = loadGenerator()
  undo.defer(async () => load.stop())
  await requireSameBytes(sent, nginx?.port)

  const rates: Record<string, number[]> = {}
  const busiest: Record<string, number> = {}
  const note = (name: string, rate: number, ownCpu = 0) => {
    rates[name] = [...(rates[name] ?? []), rate]
    busiest[name] = Math.max(busiest[name] ?? 0, ownCpu)
  }
  const drive = async (name: string, port: number, paths: string[], callers = clients) => {
    const { rate, ownCpu } = await fullSpeed(load, port, paths, callers, seconds)
    note(name, rate, ownCpu)
  }
  for (let round = 0; round < rounds; round++) {
    say(`server: round ${round + 1} of ${rounds}`)
    await drive('browse', product.port, [browse])
    if (pgbench) note('pgbench', await pgbench.run({ clients, seconds }))
    await drive('ever new', product.port, everNew)
    if (pgbenchNew) note('pgbench ever new', await pgbenchNew.run({ clients, seconds }))
    if (nginx) await drive('nginx browse', nginx.port, [fileOf(0)])
    await drive('specification', specification.port, [browsing], 8)
    await drive('browse page', product.port, [to.browse])
    if (nginx) await drive('nginx browse page', nginx.port, [fileOf(1)])
    await drive('home page', product.port, [to.home])
    if (nginx) await drive('nginx home page', nginx.port, [fileOf(2)])
  }

  const bytes = Object.fromEntries(sent.map(({ path, body }) => [path, body.length]))
  const of = (name: string) => rates[name] ?? []
  const isBound = (name: string) => ((busiest[name] ?? 0) > 0.85 ? { note: 'the generator is at its own limit' } : {})
  const rate = (what: string, name: string): Line => ({ what, unit: '/s', rounds: of(name), ...isBound(name) })
  const against = (what: string, name: string, limit: string, atLeast: number): Line => {
    return { what, unit: '', rounds: ratios(of(name), of(limit)), target: { atLeast } }
  }
  yield rate(`browse endpoint, ${people} biodata, ${bytes[browse]} bytes`, 'browse')
  yield rate('browse endpoint, ever new filters', 'ever new')
  if (pgbench && pgbenchNew) {
    yield rate(`pgbench, the same ${pgbench.statements} statements, bound and prepared`, 'pgbench')
    yield against('browse endpoint ÷ pgbench', 'browse', 'pgbench', 0.5)
    yield rate('pgbench, ever new filters', 'pgbench ever new')
    yield against('browse endpoint ÷ pgbench, ever new filters', 'ever new', 'pgbench ever new', 0.5)
  } else yield notTried('browse endpoint ÷ pgbench', 'install PostgreSQL’s pgbench')
  yield rate('the specification’s own way: all from memory, unpaged (node:http, no Express)', 'specification')
  yield against('browse endpoint ÷ the specification’s own way', 'browse', 'specification', 50)
  yield rate(`browse page as HTML, ${bytes[to.browse]} bytes`, 'browse page')
  yield rate(`home page as HTML, ${bytes[to.home]} bytes`, 'home page')
  yield* measureSignedIn(product.port, database, rounds)
  if (!nginx) return yield notTried('pages ÷ nginx with the same bytes', 'install nginx')
  yield rate('nginx, the same bytes as the browse endpoint', 'nginx browse')
  for (const name of ['browse page', 'home page']) {
    yield rate(`nginx, the same bytes as the ${name}`, `nginx ${name}`)
    yield against(`${name} ÷ nginx`, name, `nginx ${name}`, 0.1)
  }
}

/** As many as it answers, after a moment in which it gets warm. */
export async function fullSpeed(load: LoadGenerator, port: number, paths: string[], callers: number, seconds: number) {
  await load.run({ port, paths, connections: callers, seconds: Math.min(1, seconds / 2) })
  const outcome = await load.run({ port, paths, connections: callers, seconds })
  if (outcome.failed > 0 || outcome.refused > 0.01 * outcome.ok || outcome.ok === 0)
    throw new Error(`${paths}: ${outcome.ok} answered, ${outcome.refused} refused, ${outcome.failed} failed`)
  return outcome
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** What goes over the line, as it is. */
function fetchAsSent(port: number, path: string) {
  return new Promise<Sent>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip', 'accept-language': 'en', 'x-forwarded-for': '10.9.9.9' }
    const asked = request({ port, path, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}: ${body}`))
      resolve({ path, type: answer.headers['content-type']!, encoding: answer.headers['content-encoding'], body })
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function requireSameBytes(sent: Sent[], port: number | undefined) {
  if (!port) return
  for (const [place, { path, body }] of sent.entries()) {
    const file = await fetchAsSent(port, fileOf(place))
    if (!file.body.equals(body)) throw new Error(`nginx does not send the same bytes for ${path}.`)
  }
}

/** Both find the same people, and begin with the same ones. */
async function requireSamePeople(port: number, specificationPort: number) {
  const page = await fetch(`http://127.0.0.1:${port}${browse}`, { headers: { 'x-forwarded-for': '10.9.9.9' } })
  const ours = (await page.json()) as { bioDataId: number }[]
  const all = (await (await fetch(`http://127.0.0.1:${specificationPort}${browsing}`)).json()) as { number: number }[]
  const [first, same] = [ours.map((one) => one.bioDataId), all.slice(0, 20).map((one) => one.number)]
  if (first.join() !== same.join() || page.headers.get('x-total-count') !== String(all.length))
    throw new Error(`The product and the specification’s way find different people: ${first} and ${same}.`)
}
