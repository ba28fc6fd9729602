import type { Operation } from '../../platform/operation.ts'
import { CredentialOptions, newChallenge, relyingParty, webauthn } from './passkeys.ts'

export const askForPasskey: Operation = (app, { sql, systemClock, publicUrl }) =>
  app.post(
    '/v1/staff/sign_in/passkey/options',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'askForPasskey',
        summary: 'Begin to sign in by a passkey',
        description:
          'What the browser is to ask, within five minutes. It names no person: the passkey knows who it belongs to.',
        tags: ['Staff'],
        response: { 201: CredentialOptions },
      },
    },
    async (_request, reply) => {
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({
        rpID: relyingParty(publicUrl).id,
        challenge: new Uint8Array(await newChallenge(sql, systemClock, null)),
        userVerification: 'required',
      })
      reply.code(201)
      return { ...options }
    },
  )
