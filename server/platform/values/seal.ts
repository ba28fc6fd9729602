import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what must be readable again later, under the installation's secret. */
export type Seal = {
  /** `context` says where the value belongs; moved to another row it does not open. */
  close(text: string, context: string): Buffer
  open(sealed: Buffer, context: string): string
  /** Whether it was closed under the current secret; what was not is to be closed anew while the old one is still known. */
  isCurrent(sealed: Buffer): boolean
  /** 22 characters by which the same text is known again, and from which it cannot be learnt without the secret. Not kept by a new secret. */
  fingerprint(text: string, context: string): string
}

const VERSION = 1
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FINGERPRINT_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES

type Key = { id: Buffer; key: Buffer }

/** The id names the key and tells nothing of it. */
const keyFrom = (secret: string): Key => ({
  key: Buffer.from(hkdfSync('sha256', secret, '', 'grandstand seal v1', 32)),
  id: Buffer.from(hkdfSync('sha256', secret, '', 'grandstand seal v1 id', KEY_ID_BYTES)),
})

/** AES-256-GCM: a version byte, which key, the nonce, the cipher text, the tag. Earlier secrets open, but close no more. */
export function createSeal(secret: string, earlier: string[] = []): Seal {
  const current = keyFrom(secret)
  const keys = [current, ...earlier.map(keyFrom)]
  const fingerprintKey = Buffer.from(hkdfSync('sha256', secret, '', 'grandstand fingerprint v1', 32))
  return {
    close(text, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), current.id, nonce, body, cipher.getAuthTag()])
    },
    open(sealed, context) {
      if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES + TAG_BYTES) throw new Error('not a sealed value')
      const key = keys.find(({ id }) => id.equals(idOf(sealed)))
      if (!key) throw new Error('sealed under a secret that is not known here')
      const nonce = sealed.subarray(1 + KEY_ID_BYTES, HEAD_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key.key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
      const body = sealed.subarray(HEAD_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    isCurrent: (sealed) => idOf(sealed).equals(current.id),
    fingerprint: (text, context) =>
      createHmac('sha256', fingerprintKey)
        .update(JSON.stringify([context, text]))
        .digest()
        .subarray(0, FINGERPRINT_BYTES)
        .toString('base64url'),
  }
}

const idOf = (sealed: Buffer): Buffer => sealed.subarray(1, 1 + KEY_ID_BYTES)
