import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import { hashToken } from '../../access/staff/session-store.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { lazily } from '../../platform/process/lazily.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { systemRandom } from '../../platform/values/random.ts'
import { StaffError } from './errors.ts'

/** What passkeys are asked and how their answers are verified, for signing in and for proving that one is there. */

/** Takes a while to load, which no start should wait for. */
export const webauthn = lazily(() => import('@simplewebauthn/server'))

/** For the page to hand to the browser as it is: `PublicKeyCredential.parse…OptionsFromJSON`. */
export const CredentialOptions = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  title: 'PasskeyOptions',
  description: 'of WebAuthn, as JSON',
})

const Extensions = Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }))

/** As `toJSON()` of the browser's credential says it. */
export const credentialFields = {
  id: Text(1400, { description: 'base64url' }),
  rawId: Text(1400),
  type: OneOf(['public-key']),
  authenticatorAttachment: Type.Optional(Text(40)),
  clientExtensionResults: Extensions,
}

export const PasskeyAnswer = Input(
  {
    ...credentialFields,
    response: Input({
      clientDataJSON: Text(4000),
      authenticatorData: Text(2000),
      signature: Text(2000),
      userHandle: Type.Optional(Text(200)),
    }),
  },
  { description: 'what the browser gives: toJSON() of the credential', title: 'PasskeyAnswer' },
)
export type PasskeyAnswer = Static<typeof PasskeyAnswer>

const CHALLENGE_MS = 5 * 60_000

/** To whom passkeys belong: the name in our address. Browsers take none for a bare number. */
export function relyingParty(publicUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    const message = 'Passkeys need an address with a name, localhost for instance: set PUBLIC_URL.'
    throw new ApiError('state_conflict', { message })
  }
  return { id: hostname, origin }
}

/** A question for one person, or for any who answers it. */
export async function newChallenge(sql: Db, systemClock: SystemClock, accountId: number | null): Promise<Buffer> {
  const challenge = systemRandom(32)
  await sql`
    insert into staff_challenges (challenge_hash, account_id, expires_at, created_at)
    values (
      ${hashToken(challenge.toString('base64url'))}, ${accountId}, ${new Date(systemClock().getTime() + CHALLENGE_MS)}, ${systemClock()}
    )`
  return challenge
}

/** Deleting it is taking it: of two who bring the same answer, one finds it. */
export async function takeChallenge(
  sql: Db,
  systemClock: SystemClock,
  challenge: string,
  accountId: number | null,
): Promise<boolean> {
  const taken = await sql`
    delete from staff_challenges
    where challenge_hash = ${hashToken(challenge)}
      and account_id is not distinct from ${accountId}
      and expires_at > ${systemClock()}
    returning 1 as one`
  return taken.length === 1
}

type StoredPasskey = {
  passkey_id: number
  account_id: number
  email_address: string
  name: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
}

export type PasskeyOwner = { account_id: number; email_address: string; name: string }

/** Whose passkey answered. Whatever is wrong with it, the refusal is the same. */
export async function verifyPasskey(
  { sql, systemClock, publicUrl }: Pick<PlatformDeps, 'sql' | 'systemClock' | 'publicUrl'>,
  answer: PasskeyAnswer,
): Promise<PasskeyOwner> {
  const { id: rpId, origin } = relyingParty(publicUrl)
  const [passkey] = await sql<StoredPasskey[]>`
    select p.passkey_id, p.account_id, a.email_address, a.name, p.credential_id, p.public_key, p.counter
    from staff_passkeys p
    join staff_accounts a using (account_id)
    where p.credential_id = ${Buffer.from(answer.id, 'base64url')}`
  if (!passkey) throw refused()
  const { authenticatorAttachment: _attachment, clientExtensionResults: _results, ...credential } = answer
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(sql, systemClock, challenge, null),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  if (!verified?.verified) throw refused()
  const { newCounter } = verified.authenticationInfo
  const used = await sql`
    update staff_passkeys
    set counter = ${newCounter}, last_used_at = ${systemClock()}
    where passkey_id = ${passkey.passkey_id}
      and (counter < ${newCounter} or ${newCounter} = 0)
    returning 1 as one`
  if (used.length === 0) throw refused()
  return passkey
}

const refused = () => new StaffError('sign_in_failed', { message: 'The passkey was not accepted.' })
