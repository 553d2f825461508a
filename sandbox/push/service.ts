import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { Agent } from 'node:https'
import { type AddressInfo, connect, type NetConnectOpts } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a browser has of a subscription: its address, and keys of which it gives away the public halves. */
export function browserSubscription(host = 'fcm.googleapis.com') {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const secret = randomBytes(16)
  const endpoint = `https://${host}/fcm/send/${randomBytes(12).toString('base64url')}`
  return { endpoint, p256dh, auth: secret.toString('base64url'), pair, secret }
}
type Subscription = ReturnType<typeof browserSubscription>

/** Reads what was encrypted for a browser (RFC 8291 over RFC 8188, one record). @throws where it was for another */
function decrypted({ pair, secret }: Subscription, body: Buffer) {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), secret, info, 32))
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${use}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Who sends, by the token of RFC 8292. @throws where it is not signed by the key it names, or for another service */
function senderIn(authorization: string, host: string) {
  const [, token, key] = authorization.match(/^vapid t=([\w.-]+), k=([\w-]+)$/) ?? []
  const [head, claims, signature] = token!.split('.')
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature!, 'base64url')))
    throw new Error('the token is not signed by its key')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString())
  if (aud !== `https://${host}`) throw new Error(`the token is for ${aud}`)
  if (exp * 1000 < Date.now() || exp * 1000 > Date.now() + 86_400_000) throw new Error('the token is out of time')
  return { key: key!, subject: String(sub) }
}

/**
 * A push service on this machine. It speaks the protocol: it takes a message only with a valid token, and reads it with
 * the keys of the browser. Through `agent` a program that calls any push service ends here, whatever it calls it.
 */
export async function pushService(subscriptions: Subscription[]) {
  const service = {
    received: [] as {
      endpoint: string
      text: string
      key: string
      subject: string
      headers: Record<string, unknown>
    }[],
    /** Hosts that were called, also when nothing was taken. */
    called: [] as string[],
    /** Answers with another status, and where to go instead. */
    refuse: undefined as { status: number; location?: string } | undefined,
    agent: new Agent(),
    stop: async () => {},
  }
  const server = createServer(async (request, response) => {
    const host = String(request.headers.host)
    service.called.push(host)
    const body = await buffer(request)
    const { refuse } = service
    if (refuse) {
      response.writeHead(refuse.status, refuse.location ? { location: refuse.location } : {}).end()
      return
    }
    try {
      const endpoint = `https://${host}${request.url}`
      const subscription = subscriptions.find((known) => known.endpoint === endpoint)
      if (!subscription) throw new Error('nobody has this address')
      const sender = senderIn(String(request.headers.authorization), host)
      service.received.push({ endpoint, text: decrypted(subscription, body), ...sender, headers: request.headers })
      response.writeHead(201).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  Object.assign(service.agent, {
    createConnection: (_: NetConnectOpts) => connect({ port, host: '127.0.0.1' }),
  })
  service.stop = () => new Promise<void>((stopped) => server.close(() => stopped()))
  return service
}
