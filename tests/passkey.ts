import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A passkey made of software, as browsers answer for one (Web Authentication, level 2).

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** The bits of an answer: a person was there, and the device knew who, by a finger or a PIN. */
const present = 0b1
const verified = 0b100
const hasNewKey = 0b1000000

/** CBOR (RFC 8949) of bytes that are 24 to 255 long. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const cborMap = (...pairs: [Buffer, Buffer][]) => Buffer.concat([Buffer.from([0xa0 + pairs.length]), ...pairs.flat()])
const cborByte = (byte: number) => Buffer.from([byte])

/** A passkey for the site at `origin`. */
export function softwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const dataOf = (flags: number, counter: number, newKey: Buffer = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counted, newKey])
  }
  const flagsFor = (knowsOwner: boolean) => present | (knowsOwner ? verified : 0)
  const clientDataOf = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }
  let counter = 0

  return {
    /** What a browser answers to the options of a registration. */
    register({ challenge }: { challenge: string }, knowsOwner: boolean) {
      // COSE (RFC 9053): an elliptic curve, ES256, P-256, and its point.
      const key = cborMap(
        [cborByte(0x01), cborByte(0x02)],
        [cborByte(0x03), cborByte(0x26)],
        [cborByte(0x20), cborByte(0x01)],
        [cborByte(0x21), cborBytes(Buffer.from(x!, 'base64url'))],
        [cborByte(0x22), cborBytes(Buffer.from(y!, 'base64url'))],
      )
      const newKey = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = cborMap(
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap()],
        [cborText('authData'), cborBytes(dataOf(flagsFor(knowsOwner) | hasNewKey, counter, newKey))],
      )
      const clientDataJSON = base64url(clientDataOf('webauthn.create', challenge))
      return { ...answer, response: { clientDataJSON, attestationObject: base64url(attestation), transports: [] } }
    },

    /** What a browser answers to the options of a sign-in. */
    authenticate({ challenge }: { challenge: string }, knowsOwner: boolean) {
      const clientData = clientDataOf('webauthn.get', challenge)
      const data = dataOf(flagsFor(knowsOwner), ++counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return {
        ...answer,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }
}
