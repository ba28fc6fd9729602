import { hash, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { systemRandom } from '../../platform/values/random.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * A sign-on that has begun, until the browser comes back from the provider: sealed in a cookie of that browser, so that an answer of the
 * provider is worth nothing in any other, and nothing is kept here for people who never come back.
 */
export type SignOnAttempt = {
  readonly organisation: number
  /** Issuer and client that were asked. The code of one provider must not go to another, were it entered meanwhile. */
  readonly provider: string
  /** The session that the person agreed to end by signing on; null where they were not signed in. */
  readonly endsSession: string | null
  /** Comes back with the person; ties the answer to this browser. */
  readonly state: string
  /** Comes back in the token; ties the token to this sign-on. */
  readonly nonce: string
  /** Shown at the provider when the code is changed for a token: a code that was stolen on its way is of no use. */
  readonly verifier: string
  /** They were asked to show that it is them, even if the provider knows the browser. */
  readonly isAgain: boolean
  readonly expiresAtMs: number
}

export const ATTEMPT_MS = 10 * MINUTE_MS
const CONTEXT = 'staff sign-on'
const NO_SESSION = '-'
const PARTS = 8

const secret = (bytes: number) => systemRandom(bytes).toString('base64url')

/** Names the provider that a code comes from: what a code may be sent to. */
export const providerName = (provider: { issuer: string; client_id: string }): string =>
  shortHash(`${provider.issuer} ${provider.client_id}`)

export const sessionName = (token: string): string => shortHash(token)

const shortHash = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)

type Beginning = Pick<SignOnAttempt, 'organisation' | 'provider' | 'endsSession' | 'isAgain'>

export const newAttempt = (now: Date, beginning: Beginning): SignOnAttempt => ({
  ...beginning,
  state: secret(16),
  nonce: secret(16),
  verifier: secret(32),
  expiresAtMs: now.getTime() + ATTEMPT_MS,
})

export const sealAttempt = (seal: Seal, attempt: SignOnAttempt): string => {
  const { organisation, provider, endsSession, state, nonce, verifier, isAgain, expiresAtMs } = attempt
  const parts = [
    organisation,
    provider,
    endsSession ?? NO_SESSION,
    state,
    nonce,
    verifier,
    isAgain ? 1 : 0,
    expiresAtMs,
  ]
  return seal.close(parts.join(' '), CONTEXT).toString('base64url')
}

type Answer = { organisation: number; state: string }

/** The attempt in this cookie, if the answer came to the callback address of its organisation, has its state, and is in time. */
export function openAttempt(
  seal: Seal,
  now: Date,
  cookie: string | undefined,
  { organisation, state }: Answer,
): SignOnAttempt | undefined {
  const attempt = cookie === undefined ? undefined : unseal(seal, cookie)
  if (!attempt || now.getTime() >= attempt.expiresAtMs || attempt.organisation !== organisation) return undefined
  const ours = Buffer.from(attempt.state)
  const theirs = Buffer.from(state)
  return ours.length === theirs.length && timingSafeEqual(ours, theirs) ? attempt : undefined
}

function unseal(seal: Seal, cookie: string): SignOnAttempt | undefined {
  try {
    const text = seal.open(Buffer.from(cookie, 'base64url'), CONTEXT)
    const parts = text.split(' ')
    if (parts.length !== PARTS) return undefined
    const [organisation, provider = '', session = '', state = '', nonce = '', verifier = '', again, expiresAtMs] = parts
    return {
      organisation: Number(organisation),
      provider,
      endsSession: session === NO_SESSION ? null : session,
      state,
      nonce,
      verifier,
      isAgain: again === '1',
      expiresAtMs: Number(expiresAtMs),
    }
  } catch {
    return undefined
  }
}
