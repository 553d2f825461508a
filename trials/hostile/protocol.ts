import { once } from 'node:events'
import { connect } from 'node:net'
import type { Figure } from './report.ts'
import type { Target } from './target.ts'

const json = 'Content-Type: application/json\r\n'
/** What is no HTTP, or would be another request to a careless proxy. */
const malformed = [
  `POST /api/user HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/users HTTP/1.1\r\nHost: x\r\n\r\n`,
  `POST /api/user HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`,
  `POST /api/user HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  `POST /api/user HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  `POST /api/user HTTP/1.1\r\nHost: x\r\n${json}Content-Length: +2\r\n\r\n{}`,
  'GET /api/users\tHTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://127.0.0.1/api/users HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/users HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 127.0.0.1\r\nX-Forwarded-For: ::1\r\n\r\n',
  'GET /api/users HTTP/1.1\r\nHost: x\r\nX-Original-URL: /\r\nX-Rewrite-URL: /\r\nX-HTTP-Method-Override: GET\r\n\r\n',
  'GET /api/viewBioData HTTP/1.1\r\nHost: x\r\nCookie: nikhad.session_token=a.b; nikhad.session_token=c.d\r\n\r\n',
  `GET /api/users HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 2\r\n\r\n{}`,
  'PROPFIND /api/users HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/users HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n',
]

/** Names given twice, as lists and as objects, and cursors of other lists. */
const polluted = [
  '/api/bioData-filter?gander=Female&gander=Male',
  '/api/bioData-filter?limit=1&limit=100',
  '/api/bioData-filter?limit[]=100',
  '/api/bioData-filter?minAge[$gt]=18',
  '/api/bioData-filter?after=1&after=2',
  '/api/bioData-filter?__proto__[isAdmin]=true',
  '/api/bioData-filter?limit=1%00',
  '/api/bioData-filter?limit=1e2',
  '/api/bioData-filter?LIMIT=100',
  '/api/bioData-filter?limit=100;gander=Male',
  '/api/bioData-find?order=best&order=newest',
]

/** The first bytes that come back, or nothing when the connection is closed. */
async function raw(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(text)
  socket.setTimeout(3_000, () => socket.destroy())
  let answer = ''
  try {
    for await (const part of socket.setEncoding('utf8')) answer += part
  } catch {}
  return answer
}

/** What tricks with HTTP itself bring (G3). */
export async function* protocol(target: Target): AsyncGenerator<Figure> {
  let [opened, bare] = [0, 0]
  for (const text of malformed) {
    const answer = await raw(target.port, text)
    if (/^HTTP\/1\.1 (?:200|5\d\d)|^root:x:/m.test(answer)) {
      opened++
      console.log(`    ${JSON.stringify(text.slice(0, 80))}: ${answer.slice(0, 60)}`)
    }
    if (answer && !/x-content-type-options: nosniff/i.test(answer)) bare++
  }
  yield {
    attack: 'malformed and disguised requests that open something or are a fault',
    found: opened,
    of: malformed.length,
    promised: { atMost: 0 },
  }
  yield { attack: 'answers to them without the security headers', found: bare, promised: { atMost: 0 } }
  let taken = 0
  const { cookie } = await target.signUp('polluter@attack.example')
  for (const path of polluted) {
    const { status } = await target.ask(path, { cookie })
    if (status !== 422) console.log(`    ${path}: ${status}`)
    taken += Number(status !== 422)
  }
  yield {
    attack: 'names given twice or in another form that are taken',
    found: taken,
    of: polluted.length,
    promised: { atMost: 0 },
  }
}
