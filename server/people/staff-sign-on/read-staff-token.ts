import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { foldEmail } from '../customers/customer.ts'
import { KeysUnavailable } from '../sso/key-sets.ts'
import { ALGORITHMS, isText, LEEWAY_SECONDS } from '../sso/verify-token.ts'
import { SignOnError, signOnTrouble } from './errors.ts'
import type { SignOnAttempt } from './sign-on-attempt.ts'
import type { StaffProviderRow } from './staff-provider.ts'

/** The provider says this of a person. */
export type Assertion = {
  issuer: string
  subject: string
  /** In small letters; null where it says none, or none that it answers for. */
  email: string | null
  name: string | null
  groups: string[]
  /** When they last showed the provider that it is them. */
  provedAt: Date
}

const SUBJECT_MAX = 255
const EMAIL_MAX = 254
const NAME_MAX = 100
const GROUPS_MAX = 1_000
const AGAIN_WITHIN_MS = 5 * 60_000

/** Verifies the token of a sign-on, and reads what counts of it. Nothing of it is logged or told back. */
export async function readStaffToken(
  token: string,
  keys: JWTVerifyGetKey,
  provider: StaffProviderRow,
  attempt: SignOnAttempt,
  now: Date,
): Promise<Assertion> {
  const { payload } = await jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: provider.client_id,
    algorithms: ALGORITHMS,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: LEEWAY_SECONDS,
    currentDate: now,
  }).catch((error: unknown) => {
    throw error instanceof KeysUnavailable
      ? signOnTrouble(error)
      : new SignOnError('sign_on_failed', { cause: 'token' })
  })
  const { sub, nonce, azp, aud } = payload
  const isOurs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === provider.client_id
  if (nonce !== attempt.nonce || !isOurs || !isText(sub, SUBJECT_MAX)) throw new SignOnError('sign_on_failed')
  return {
    issuer: provider.issuer,
    subject: sub,
    email: emailOf(payload, provider.domains),
    name: nameOf(payload),
    groups: groupsOf(payload[provider.role_claim]),
    provedAt: provedAt(payload, attempt, now),
  }
}

/** Verified by the provider; or, where it does not say, in a domain that is the club's. */
function emailOf({ email, email_verified: verified }: JWTPayload, domains: string[]): string | null {
  if (!isText(email, EMAIL_MAX) || !/^[^\s@]+@[^\s@]+$/.test(email)) return null
  const folded = foldEmail(email)
  const isVouched =
    verified === undefined ? domains.includes(domainOf(folded)) : verified === true || verified === 'true'
  return isVouched ? folded : null
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

function nameOf({ name, given_name, family_name }: JWTPayload): string | null {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string').join(' ')
  const said = (typeof name === 'string' && name.trim() !== '' ? name : parts).trim().slice(0, NAME_MAX)
  return isText(said, NAME_MAX) ? said : null
}

const groupsOf = (claim: unknown): string[] =>
  [claim]
    .flat()
    .slice(0, GROUPS_MAX)
    .filter((group) => typeof group === 'string')

function provedAt({ auth_time: seconds }: JWTPayload, { isAgain }: SignOnAttempt, now: Date): Date {
  const at = typeof seconds === 'number' ? Math.min(seconds * 1000, now.getTime()) : now.getTime()
  if (isAgain && now.getTime() - at > AGAIN_WITHIN_MS) throw new SignOnError('sign_on_failed')
  return new Date(at)
}
