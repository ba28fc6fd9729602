import { type Static, Type } from 'typebox'
import { OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'

const Removed = Type.Object({ status: OneOf(['totp_removed']) }, { title: 'TotpRemoved' })

export const removeTotp: Operation = (app, { sql, systemClock }) =>
  app.delete(
    '/v1/staff/totp',
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'removeTotp',
        summary: 'Remove the authenticator app',
        description: 'And the recovery codes with it: sign-in asks for the password alone.',
        tags: ['Staff'],
        response: { 200: Removed },
      },
    },
    async ({ person }) => {
      await sql.begin(async (tx: Tx) => {
        await tx`
          update staff_accounts
          set totp_sealed = null, totp_confirmed_at = null, totp_step = null, changed_at = ${systemClock()}
          where account_id = ${person.accountId}`
        await tx`
          delete from staff_recovery_codes
          where account_id = ${person.accountId}`
      })
      return { status: 'totp_removed' } satisfies Static<typeof Removed>
    },
  )
