import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { addressOf } from './account.ts'
import { PASSKEY_ALGORITHMS, PASSKEYS_MAX } from './passkey.ts'
import { CredentialOptions, newChallenge, relyingParty, webauthn } from './passkeys.ts'

const path = '/v1/staff/passkeys'

export const beginPasskey: Operation = (app, { sql, systemClock, publicUrl }) =>
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
        userName: addressOf(person),
        userDisplayName: person.name,
        challenge: new Uint8Array(await newChallenge(sql, systemClock, person.accountId)),
        attestationType: 'none',
        supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
        excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      reply.code(201)
      return { ...options }
    },
  )
