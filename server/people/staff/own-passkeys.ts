import { type Static, Type } from 'typebox'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Integer, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { CredentialOptions, credentialFields, newChallenge, relyingParty, takeChallenge, webauthn } from './passkeys.ts'

/** What somebody registers, names and removes of their own passkeys. */

const Passkey = Type.Object(
  {
    passkey_id: Type.Integer(),
    name: Type.String(),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    last_used_at: Nullable(Type.Integer()),
  },
  { title: 'Passkey' },
)

type Row = { passkey_id: number; name: string; created_at: Date; last_used_at: Date | null }
const columns = (sql: Db) => sql`passkey_id, name, created_at, last_used_at`
const toPasskey = (row: Row) =>
  ({
    passkey_id: row.passkey_id,
    name: row.name,
    created_at: unixSeconds(row.created_at),
    last_used_at: row.last_used_at && unixSeconds(row.last_used_at),
  }) satisfies Static<typeof Passkey>

const path = '/v1/staff/passkeys'
const PASSKEYS_MAX = 20
/** Of COSE: EdDSA, ES256 and RS256, which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257]
const Params = Input({ passkey_id: Id() })

export const listPasskeys: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'session' },
      schema: {
        operationId: 'listPasskeys',
        summary: 'List one’s own passkeys',
        description: `Oldest first; at most ${PASSKEYS_MAX}.`,
        tags: ['Staff'],
        response: { 200: ListOf('passkeys', Passkey) },
      },
    },
    async ({ person }) => {
      const rows = await sql<Row[]>`
        select ${columns(sql)}
        from staff_passkeys
        where account_id = ${person.accountId}
        order by passkey_id
        limit ${PASSKEYS_MAX}`
      return { object: 'passkeys', url: path, has_more: false, data: rows.map(toPasskey) }
    },
  )

export const beginPasskey: Operation = (app, { sql, clock, publicUrl }) =>
  app.post(
    `${path}/options`,
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'beginPasskey',
        summary: 'Begin with a new passkey',
        description: 'What the browser is to ask the authenticator, within five minutes.',
        tags: ['Staff'],
        response: { 201: CredentialOptions },
      },
    },
    async ({ person }, reply) => {
      const rp = relyingParty(publicUrl)
      const known = await sql<{ credential_id: Buffer }[]>`
        select credential_id
        from staff_passkeys
        where account_id = ${person.accountId}
        limit ${PASSKEYS_MAX}`
      if (known.length >= PASSKEYS_MAX) throw new ApiError('state_conflict', { message: 'Remove a passkey first.' })
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        rpName: 'Grandstand',
        rpID: rp.id,
        userID: new TextEncoder().encode(String(person.accountId)),
        userName: person.email,
        userDisplayName: person.name,
        challenge: new Uint8Array(await newChallenge(sql, clock, person.accountId)),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      reply.code(201)
      return { ...options }
    },
  )

const Body = Input({
  name: Text(100, { description: 'what to call it, such as the device' }),
  credential: Input(
    {
      ...credentialFields,
      response: Input({
        clientDataJSON: Text(4000),
        attestationObject: Text(20_000),
        authenticatorData: Type.Optional(Text(4000)),
        publicKey: Type.Optional(Text(4000)),
        publicKeyAlgorithm: Type.Optional(Integer({ minimum: -65_535, maximum: 65_535 })),
        transports: Type.Optional(Type.Array(Text(20), { maxItems: 10 })),
      }),
    },
    { description: 'what the browser gives: toJSON() of the credential', title: 'NewPasskey' },
  ),
})

export const addPasskey: Operation = (app, { sql, clock, publicUrl }) =>
  app.post(
    path,
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'From then on it signs in, without address, password or code.',
        tags: ['Staff'],
        body: Body,
        response: { 201: Passkey },
      },
    },
    async ({ person, body }, reply) => {
      const { id: rpId, origin } = relyingParty(publicUrl)
      const { id, rawId, type, response } = body.credential
      const { clientDataJSON, attestationObject, transports = [] } = response
      const { verifyRegistrationResponse } = await webauthn()
      const verified = await verifyRegistrationResponse({
        response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
        expectedChallenge: (challenge) => takeChallenge(sql, clock, challenge, person.accountId),
        expectedOrigin: origin,
        expectedRPID: rpId,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
      if (!verified?.verified) throw unusable()
      const { credential } = verified.registrationInfo
      const [row] = await sql<Row[]>`
        insert into staff_passkeys (account_id, credential_id, public_key, counter, name, transports, created_at)
        values (
          ${person.accountId}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
          ${credential.counter}, ${body.name}, ${transports}, ${clock()}
        )
        on conflict (credential_id) do nothing
        returning ${columns(sql)}`
      if (!row) throw new ApiError('state_conflict', { message: 'This passkey is registered already.' })
      reply.code(201)
      return toPasskey(row)
    },
  )

const unusable = () => {
  const message = 'The authenticator’s answer is not to what it was asked, or came too late. Begin anew.'
  return invalidParameters([{ param: 'credential', code: 'parameter_invalid', message }])
}

export const renamePasskey: Operation = (app, { sql }) =>
  app.patch(
    `${path}/:passkey_id`,
    {
      config: { scope: 'session', idempotent: false },
      schema: {
        operationId: 'renamePasskey',
        summary: 'Rename a passkey',
        description: 'One’s own.',
        tags: ['Staff'],
        params: Params,
        body: Input({ name: Text(100) }),
        response: { 200: Passkey },
      },
    },
    async ({ person, params, body }) => {
      const [row] = await sql<Row[]>`
        update staff_passkeys
        set name = ${body.name}
        where passkey_id = ${params.passkey_id}
          and account_id = ${person.accountId}
        returning ${columns(sql)}`
      if (!row) throw new ApiError('resource_missing')
      return toPasskey(row)
    },
  )

const Removed = Type.Object({ status: OneOf(['passkey_removed']) }, { title: 'PasskeyRemoved' })

export const removePasskey: Operation = (app, { sql }) =>
  app.delete(
    `${path}/:passkey_id`,
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description: 'It signs nobody in any more. Sessions that it began go on.',
        tags: ['Staff'],
        params: Params,
        response: { 200: Removed },
      },
    },
    async ({ person, params }) => {
      const removed = await sql`
        delete from staff_passkeys
        where passkey_id = ${params.passkey_id}
          and account_id = ${person.accountId}
        returning 1 as one`
      if (removed.length === 0) throw new ApiError('resource_missing')
      return { status: 'passkey_removed' } satisfies Static<typeof Removed>
    },
  )
