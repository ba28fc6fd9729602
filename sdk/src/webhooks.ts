import type { Messages } from './generated/models.ts'

/** A message of any type: `switch (message.type)` tells them apart. */
export type WebhookMessage = Messages[keyof Messages]

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeadersLike = Headers | Record<string, string | string[] | undefined>

export type VerifyOptions = {
  /** The secret of the endpoint, `whsec_…`; several while it is rolled. */
  secret: string | string[]
  /** How old a message may be, so that an eavesdropper cannot send an old one again; 300 unless you say. */
  toleranceSeconds?: number
  now?: () => number
}

/**
 * Checks that a request comes from Grandstand and gives its message. `body` is the body as it arrived, not parsed and written
 * again: the signature is over its bytes.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersLike,
  { secret, toleranceSeconds = 300, now = Date.now }: VerifyOptions,
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A header is missing.')
  const age = Math.abs(now() / 1000 - Number(timestamp))
  // What is no number is not young enough either.
  if (!(age <= toleranceSeconds)) throw new WebhookVerificationError('The message is too old, or from the future.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signatures.split(' ').flatMap((part) => (part.startsWith('v1,') ? [bytesOf(part.slice(3))] : []))
  for (const one of [secret].flat()) {
    const key = await keyOf(one)
    for (const signature of given) {
      // Compared by the platform, in the same time whatever it is.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return JSON.parse(text)
    }
  }
  throw new WebhookVerificationError('No signature fits.')
}

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value.join(' ') : value
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new WebhookVerificationError('The secret is not one: whsec_…')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
