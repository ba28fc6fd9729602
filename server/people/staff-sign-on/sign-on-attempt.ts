import { timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { systemRandom } from '../../platform/values/random.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * A sign-on that has begun, until the browser comes back from the provider: sealed in a cookie of that browser, so that an answer of the
 * provider is worth nothing in any other, and nothing is kept here for people who never come back.
 */
export type SignOnAttempt = {
  readonly organisation: number
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

const secret = (bytes: number) => systemRandom(bytes).toString('base64url')

export const newAttempt = (now: Date, organisation: number, isAgain: boolean): SignOnAttempt => ({
  organisation,
  state: secret(16),
  nonce: secret(16),
  verifier: secret(32),
  isAgain,
  expiresAtMs: now.getTime() + ATTEMPT_MS,
})

export const sealAttempt = (seal: Seal, attempt: SignOnAttempt): string => {
  const { organisation, state, nonce, verifier, isAgain, expiresAtMs } = attempt
  const parts = [organisation, state, nonce, verifier, isAgain ? 1 : 0, expiresAtMs]
  return seal.close(parts.join(' '), CONTEXT).toString('base64url')
}

/** The attempt in this cookie, if the answer with this state is to it and in time. */
export function openAttempt(
  seal: Seal,
  now: Date,
  cookie: string | undefined,
  state: string,
): SignOnAttempt | undefined {
  const attempt = cookie === undefined ? undefined : unseal(seal, cookie)
  if (!attempt || now.getTime() >= attempt.expiresAtMs) return undefined
  const [ours, theirs] = [Buffer.from(attempt.state), Buffer.from(state)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs) ? attempt : undefined
}

function unseal(seal: Seal, cookie: string): SignOnAttempt | undefined {
  try {
    const text = seal.open(Buffer.from(cookie, 'base64url'), CONTEXT)
    const [organisation, state = '', nonce = '', verifier = '', again, expiresAtMs] = text.split(' ')
    const isAgain = again === '1'
    return { organisation: Number(organisation), state, nonce, verifier, isAgain, expiresAtMs: Number(expiresAtMs) }
  } catch {
    return undefined
  }
}
