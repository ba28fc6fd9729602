import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const FLAGS = { present: 1, verified: 4, attested: 64 }

type Options = { challenge?: unknown; rp?: unknown; rpId?: unknown }

/** A device that holds one passkey, and the browser in front of it: what both would answer at this address. */
export function openAuthenticator(origin = 'http://grandstand.test') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const rpIdHash = sha256(new URL(origin).hostname)
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const counted = () => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    return number
  }
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    /** Goes back to where the authenticator was: what a copy of it would say. */
    rewind: () => {
      counter = 0
    },
    register(options: Options) {
      const client = clientData('webauthn.create', options)
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const flags = Buffer.from([FLAGS.present | FLAGS.verified | FLAGS.attested])
      const authData = Buffer.concat([rpIdHash, flags, counted(), Buffer.alloc(16), length, id, key])
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    answer(options: Options) {
      counter += 1
      const client = clientData('webauthn.get', options)
      const authData = Buffer.concat([rpIdHash, Buffer.from([FLAGS.present | FLAGS.verified]), counted()])
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      }
    },
  }
}
