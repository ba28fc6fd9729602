import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Parsers } from '../../platform/parsing/parsers.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { SsoError, type ssoErrors } from './errors.ts'
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

export type SsoDeps = { verifySsoToken: VerifyToken }

/** Public keys only: with a shared secret, or none, a party that can check a token can also make one. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
export const LEEWAY_SECONDS = 60
/** Whatever `exp` says: one that was copied somewhere long ago is no sign that its fan is here now. */
const TOKEN_AGE_SECONDS_MAX = 24 * 60 * 60
const TOKEN_CHARACTERS_MAX = 8_192
const ISSUER_CHARACTERS_MAX = 500
const SUBJECT_CHARACTERS_MAX = 255
const EMAIL_CHARACTERS_MAX = 254

/** Verifies ID tokens. Nothing of a token is ever logged, nor told back to the caller; which check it failed is logged. */
export function createTokenVerifier(deps: {
  sql: Sql
  systemClock: SystemClock
  outbound: Outbound
  parsers: Parsers
}): VerifyToken {
  const { systemClock } = deps
  const findProvider = createProviderFinder(deps)
  const keySets = createKeySets(systemClock, (source) => fetchKeySet(deps, source))
  return async (orgId, token = '') => {
    if (token === '') throw refusal('sso_token_missing')
    const provider = await findProvider(orgId, issuerOf(token))
    if (!provider) throw refusal('sso_token_invalid', 'the issuer is not registered')
    const { payload } = await jwtVerify(token, keySets(provider), {
      issuer: provider.issuer,
      audience: provider.audiences,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: TOKEN_AGE_SECONDS_MAX,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: systemClock(),
    }).catch((error: unknown) => {
      throw toRefusal(error)
    })
    refuseOtherParty(provider, payload)
    return identityOf(provider, payload)
  }
}

/** Read before anything is proved, to know whose keys to ask for. What could never be accepted costs no further look. */
function issuerOf(token: string): string {
  if (token.length > TOKEN_CHARACTERS_MAX) throw refusal('sso_token_invalid', 'too long')
  const { alg, typ = 'JWT', iss } = unverifiedClaims(token)
  // An access or logout token of the same provider is signed by the same keys and is no proof of a sign-in.
  if (!ALGORITHMS.includes(String(alg))) throw refusal('sso_token_invalid', 'alg is not accepted')
  if (String(typ).toUpperCase() !== 'JWT') throw refusal('sso_token_invalid', 'typ is not that of an ID token')
  if (!isText(iss, ISSUER_CHARACTERS_MAX)) throw refusal('sso_token_invalid', 'iss is missing')
  return iss
}

function unverifiedClaims(token: string): { alg?: unknown; typ?: unknown; iss?: unknown } {
  try {
    const { alg, typ } = decodeProtectedHeader(token)
    return { alg, typ, iss: decodeJwt(token).iss }
  } catch {
    throw refusal('sso_token_invalid', 'not a JWT')
  }
}

/** What the database can be asked for: it has no NUL, and no halves of characters. */
export const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most && !value.includes('\0') && value.isWellFormed()

/**
 * OpenID Connect Core 3.1.3.7: the party that a token was given to is one of ours, and a token for several audiences has to
 * say which. Otherwise another shop of the same provider could sign in here with the tokens that its fans send to it.
 */
function refuseOtherParty({ audiences }: Provider, { aud, azp }: JWTPayload): void {
  const isNamed = Array.isArray(aud) && aud.length > 1
  if (azp === undefined && !isNamed) return
  if (typeof azp !== 'string' || !audiences.includes(azp))
    throw refusal('sso_token_invalid', 'azp is none of the audiences')
}

function identityOf({ issuer, trust_email }: Provider, claims: Record<string, unknown>): Identity {
  const { sub, email, email_verified } = claims
  if (!isText(sub, SUBJECT_CHARACTERS_MAX)) throw refusal('sso_token_invalid', 'sub is no usable text')
  const isTrusted = trust_email && email_verified === true && isText(email, EMAIL_CHARACTERS_MAX)
  return { issuer, subject: sub, ...(isTrusted ? { trustedEmail: email } : {}) }
}

const refusal = (code: keyof typeof ssoErrors, failedCheck?: string) =>
  new SsoError(code, {
    headers: { 'www-authenticate': 'Bearer' },
    ...(failedCheck === undefined ? {} : { cause: failedCheck }),
  })

/** Nothing but the token and the provider's keys is judged there, so that whatever else is thrown is theirs: a key of no use too. */
function toRefusal(error: unknown): ApiError {
  if (error instanceof errors.JWTExpired) return refusal('sso_token_expired', `${error.claim} is past`)
  if (error instanceof KeysUnavailable) {
    return new ApiError('service_unavailable', {
      message: 'The keys of the sign-on provider could not be fetched. Try again shortly.',
      headers: { 'retry-after': '30' },
    })
  }
  return refusal('sso_token_invalid', failedCheck(error))
}

/** In words of ours: what the library says may quote the token. */
function failedCheck(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) {
    const claim = CLAIMS.find((name) => name === error.claim) ?? 'a claim'
    return `${claim} is ${error.reason === 'missing' ? 'missing' : 'not as it must be'}`
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature is wrong'
  if (error instanceof errors.JWKSNoMatchingKey) return 'the provider has no such key'
  return 'it cannot be verified'
}

const CLAIMS = ['iss', 'aud', 'sub', 'exp', 'iat', 'nbf']
