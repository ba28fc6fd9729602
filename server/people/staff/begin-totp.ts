import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { totpContext } from './second-factor.ts'
import { TOTP_SECRET_BYTES, toRfcBase32 } from './totp.ts'

/** What a person sets up and takes away of their own second factor. */

const TotpSecret = Type.Object(
  {
    secret: Type.String({ description: 'base32, for typing' }),
    otpauth_url: Type.String({ description: 'the same, for a QR code' }),
  },
  { title: 'TotpSecret' },
)

export const beginTotp: Operation = (app, { sql, systemClock, seal }) =>
  app.post(
    '/v1/staff/totp',
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'beginTotp',
        summary: 'Begin with an authenticator app',
        description: 'A secret for the app. Sign-in asks for codes once one of them has been confirmed.',
        tags: ['Staff'],
        response: { 201: TotpSecret },
      },
    },
    async ({ person }, reply) => {
      const secret = randomBytes(TOTP_SECRET_BYTES)
      const begun = await sql`
        update staff_accounts
        set totp_sealed = ${seal.close(secret.toString('base64'), totpContext(person.accountId))}, totp_step = null,
          changed_at = ${systemClock()}
        where account_id = ${person.accountId}
          and totp_confirmed_at is null
        returning account_id`
      if (begun.length === 0)
        throw new ApiError('state_conflict', { message: 'There is an app already: remove it first.' })
      reply.code(201)
      const secretText = toRfcBase32(secret)
      const label = encodeURIComponent(`Grandstand:${person.email}`)
      return {
        secret: secretText,
        otpauth_url: `otpauth://totp/${label}?secret=${secretText}&issuer=Grandstand`,
      } satisfies Static<typeof TotpSecret>
    },
  )
