import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { OrgId } from '../access/principal.ts'
import type { Clock } from '../kit/clock.ts'
import type { Sql } from '../kit/database.ts'
import { ApiError, type ErrorCode } from '../kit/errors.ts'
import type { Outbound } from '../kit/outbound/outbound.ts'
import { fetchKeySet } from './fetch-key-set.ts'
import { createProviderFinder, type Provider } from './find-provider.ts'
import { createKeySets, KeysUnavailable } from './key-sets.ts'

/** Who signed in, in the issuer's words. Identity is issuer and subject, within the organisation; never the address. */
export type Identity = {
  issuer: string
  subject: string
  /** Only where the provider is trusted with addresses and says that it has verified this one. */
  trustedEmail?: string
}

export type VerifyToken = (orgId: OrgId, token: string | undefined) => Promise<Identity>

/** Public keys only: with a shared secret, or none, whoever can check a token can also make one. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const LEEWAY_SECONDS = 60
const TOKEN_CHARACTERS_MAX = 8_192
const ISSUER_CHARACTERS_MAX = 500

/** Verifies ID tokens. Nothing of a token is ever logged, nor told back to the caller. */
export function createTokenVerifier(deps: { sql: Sql; clock: Clock; outbound: Outbound }): VerifyToken {
  const { clock, outbound } = deps
  const findProvider = createProviderFinder(deps)
  const keySets = createKeySets(clock, (source) => fetchKeySet(outbound, source))
  return async (orgId, token = '') => {
    if (token === '') throw refusal('sso_token_missing')
    try {
      const provider = await findProvider(orgId, issuerOf(token))
      if (!provider) throw refusal('sso_token_invalid')
      const { payload } = await jwtVerify(token, keySets(provider), {
        issuer: provider.issuer,
        audience: provider.audiences,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: clock(),
      })
      return identityOf(provider, payload)
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

/** Read before anything is proved, to know whose keys to ask for. What could never be accepted costs no further look. */
function issuerOf(token: string): string {
  if (token.length > TOKEN_CHARACTERS_MAX) throw refusal('sso_token_invalid')
  const { alg = '', typ = 'JWT' } = decodeProtectedHeader(token)
  // An access or logout token of the same provider is signed by the same keys and is no proof of a sign-in.
  if (!ALGORITHMS.includes(alg) || typ.toUpperCase() !== 'JWT') throw refusal('sso_token_invalid')
  const { iss } = decodeJwt(token)
  if (typeof iss !== 'string' || iss.length > ISSUER_CHARACTERS_MAX) throw refusal('sso_token_invalid')
  return iss
}

function identityOf({ issuer, trust_email }: Provider, claims: Record<string, unknown>): Identity {
  const { sub, email, email_verified } = claims
  if (typeof sub !== 'string' || sub.length < 1 || sub.length > 255 || sub.includes('\0') || !sub.isWellFormed()) {
    throw refusal('sso_token_invalid')
  }
  const trusted = trust_email && email_verified === true && typeof email === 'string' && !email.includes('\0')
  return { issuer, subject: sub, ...(trusted ? { trustedEmail: email } : {}) }
}

const refusal = (code: ErrorCode) => new ApiError(code, { headers: { 'www-authenticate': 'Bearer' } })

function toRefusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return refusal('sso_token_expired')
  if (error instanceof KeysUnavailable) {
    return new ApiError('service_unavailable', {
      message: 'The keys of the sign-on provider could not be fetched. Try again shortly.',
      headers: { 'retry-after': '30' },
    })
  }
  // decodeProtectedHeader and decodeJwt complain of what is no token by TypeErrors.
  if (error instanceof errors.JOSEError || error instanceof TypeError) return refusal('sso_token_invalid')
  return error
}
