import { ApiError } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { accountOf } from './account.ts'
import { StaffError } from './errors.ts'
import { RecoveryCodes } from './recovery-codes.ts'
import { newRecoveryCodes, openTotp } from './second-factor.ts'
import { stepOfCode } from './totp.ts'

export const confirmTotp: Operation = (app, { sql, systemClock, seal }) =>
  app.post(
    '/v1/staff/totp/confirm',
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'confirmTotp',
        summary: 'Confirm an authenticator app',
        description: 'By a code that it shows. From then on sign-in asks for one. The answer has ten recovery codes.',
        tags: ['Staff'],
        body: Input({ code: Text(20) }),
        response: { 200: RecoveryCodes },
      },
    },
    async ({ person, body }) => {
      const account = await accountOf(sql, person)
      const secret = openTotp(seal, account)
      if (!secret || account.totp_confirmed_at)
        throw new ApiError('state_conflict', { message: 'Begin with a new app first.' })
      const step = stepOfCode(secret, body.code.replaceAll(/\s/g, ''), systemClock())
      if (step === undefined) throw new StaffError('code_invalid')
      const recovery_codes = await sql.begin(async (tx) => {
        const confirmed = await tx`
          update staff_accounts
          set totp_confirmed_at = ${systemClock()}, totp_step = ${step}, changed_at = ${systemClock()}
          where account_id = ${person.accountId}
            and totp_confirmed_at is null
            and totp_sealed = ${account.totp_sealed}
          returning account_id`
        if (confirmed.length === 0) throw new ApiError('state_conflict')
        return newRecoveryCodes(tx, person.accountId, systemClock())
      })
      return { recovery_codes }
    },
  )
