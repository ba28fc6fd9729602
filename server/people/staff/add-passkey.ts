import { Type } from 'typebox'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, Integer, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { PASSKEY_ALGORITHMS, Passkey, type PasskeyRow, passkeyColumns, toPasskey } from './passkey.ts'
import { credentialFields, relyingParty, takeChallenge, webauthn } from './passkeys.ts'

const path = '/v1/staff/passkeys'

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

export const addPasskey: Operation = (app, { sql, systemClock, publicUrl }) =>
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
        expectedChallenge: (challenge) => takeChallenge(sql, systemClock, challenge, person.accountId),
        expectedOrigin: origin,
        expectedRPID: rpId,
        supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
      }).catch(() => undefined)
      if (!verified?.verified) throw unusable()
      const { credential } = verified.registrationInfo
      const [row] = await sql<PasskeyRow[]>`
        insert into staff_passkeys (account_id, credential_id, public_key, counter, name, transports, created_at)
        values (
          ${person.accountId}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
          ${credential.counter}, ${body.name}, ${transports}, ${systemClock()}
        )
        on conflict (credential_id) do nothing
        returning ${passkeyColumns(sql)}`
      if (!row) throw new ApiError('state_conflict', { message: 'This passkey is registered already.' })
      reply.code(201)
      return toPasskey(row)
    },
  )

const unusable = () => {
  const message = 'The authenticator’s answer is not to what it was asked, or came too late. Begin anew.'
  return invalidParameters([{ param: 'credential', code: 'parameter_invalid', message }])
}
