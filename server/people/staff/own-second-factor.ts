import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { StaffPerson } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { type AccountRow, findAccount } from './account.ts'
import { StaffError } from './errors.ts'
import { newRecoveryCodes, openTotp, totpContext } from './second-factor.ts'
import { stepOfCode, TOTP_SECRET_BYTES, toRfcBase32 } from './totp.ts'

/** What somebody sets up and takes away of their own second factor. */

const TotpSecret = Type.Object(
  {
    secret: Type.String({ description: 'base32, for typing' }),
    otpauth_url: Type.String({ description: 'the same, for a QR code' }),
  },
  { title: 'TotpSecret' },
)
const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'each works once; shown this once' }) },
  { title: 'RecoveryCodes' },
)

export const beginTotp: Operation = (app, { sql, clock, seal }) =>
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
          changed_at = ${clock()}
        where account_id = ${person.accountId}
          and totp_confirmed_at is null
        returning account_id`
      if (begun.length === 0)
        throw new ApiError('state_conflict', { message: 'There is an app already: remove it first.' })
      reply.code(201)
      const shown = toRfcBase32(secret)
      const label = encodeURIComponent(`Grandstand:${person.email}`)
      return {
        secret: shown,
        otpauth_url: `otpauth://totp/${label}?secret=${shown}&issuer=Grandstand`,
      } satisfies Static<typeof TotpSecret>
    },
  )

export const confirmTotp: Operation = (app, { sql, clock, seal }) =>
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
      const step = stepOfCode(secret, body.code.replaceAll(/\s/g, ''), clock())
      if (step === undefined) throw new StaffError('code_invalid')
      const recovery_codes = await sql.begin(async (tx) => {
        const confirmed = await tx`
          update staff_accounts
          set totp_confirmed_at = ${clock()}, totp_step = ${step}, changed_at = ${clock()}
          where account_id = ${person.accountId}
            and totp_confirmed_at is null
            and totp_sealed = ${account.totp_sealed}
          returning account_id`
        if (confirmed.length === 0) throw new ApiError('state_conflict')
        return newRecoveryCodes(tx, person.accountId, clock())
      })
      return { recovery_codes }
    },
  )

const Removed = Type.Object({ status: OneOf(['totp_removed']) }, { title: 'TotpRemoved' })

export const removeTotp: Operation = (app, { sql, clock }) =>
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
          set totp_sealed = null, totp_confirmed_at = null, totp_step = null, changed_at = ${clock()}
          where account_id = ${person.accountId}`
        await tx`
          delete from staff_recovery_codes
          where account_id = ${person.accountId}`
      })
      return { status: 'totp_removed' } satisfies Static<typeof Removed>
    },
  )

export const replaceRecoveryCodes: Operation = (app, { sql, clock }) =>
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
      return { recovery_codes: await sql.begin((tx) => newRecoveryCodes(tx, person.accountId, clock())) }
    },
  )

async function accountOf(sql: Db, { email }: StaffPerson): Promise<AccountRow> {
  const account = await findAccount(sql, email)
  if (!account) throw new ApiError('resource_missing')
  return account
}
