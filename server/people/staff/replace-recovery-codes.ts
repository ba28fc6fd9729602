import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { accountOf } from './account.ts'
import { RecoveryCodes } from './recovery-codes.ts'
import { newRecoveryCodes } from './second-factor.ts'

export const replaceRecoveryCodes: Operation = (app, { sql, systemClock }) =>
  app.post(
    '/v1/staff/recovery_codes',
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'replaceRecoveryCodes',
        summary: 'Replace the recovery codes',
        description: 'Ten new ones; those of before stop working.',
        tags: ['Staff'],
        response: { 200: RecoveryCodes },
      },
    },
    async ({ person }) => {
      const account = await accountOf(sql, person)
      if (!account.totp_confirmed_at)
        throw new ApiError('state_conflict', { message: 'There is no app to recover from.' })
      return { recovery_codes: await sql.begin((tx) => newRecoveryCodes(tx, person.accountId, systemClock())) }
    },
  )
