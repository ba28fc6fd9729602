import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what must be readable again later, under the installation's secret. */
export type Seal = {
  /** `context` says where the value belongs; moved to another row it does not open. */
  close(text: string, context: string): Buffer
  open(sealed: Buffer, context: string): string
}

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: a version byte, the nonce, the cipher text, the tag. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'grandstand seal v1', 32))
  return {
    close(text, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()])
    },
    open(sealed, context) {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed value')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
      const body = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
