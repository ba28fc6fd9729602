import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Integer, Nullable, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { compactAccount, isIban } from '../../platform/values/iban.ts'
import { invalid } from '../../resources/constraints.ts'
import { TransferAccount, type TransferAccountRow, toTransferAccount, transferColumns } from './transfer-account.ts'

const Body = Input({
  switched_on: Type.Boolean({ description: 'fans may pay by transfer; needs an account' }),
  iban: Nullable(Text(50, { description: 'with or without blanks; a QR-IBAN is one, too. null: no account' })),
  bic: Type.Optional(Nullable(Text(11, { description: 'of banks outside of the European Economic Area' }))),
  account_holder: Nullable(Text(70)),
  postcode: Type.Optional(Nullable(Text(16))),
  town: Type.Optional(Nullable(Text(35))),
  days: Integer({ minimum: 1, maximum: 60 }),
  days_before_event: Integer({ minimum: 2, maximum: 60 }),
})

/** It asks for a proof: who changes the account decides where the money of fans goes. */
export const changeTransferAccount: Operation = (app, deps) =>
  app.put(
    '/v1/manage/payment_account/transfer',
    {
      config: { scope: 'payments:manage', needsProof: true, effects: ['money_out'] },
      schema: {
        operationId: 'changeTransferAccount',
        summary: 'Say where fans transfer to',
        description: [
          'All of it at once. Orders that wait for their money keep the deadline that they have; their pages and mails show the account as it is now.',
          'Switched off, transfers are not offered any more, and those under way go on.',
        ].join(' '),
        tags: ['Payments'],
        body: Body,
        response: { 200: TransferAccount },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const iban = body.iban === null ? null : compactAccount(body.iban)
      if (iban !== null && !isIban(iban)) throw invalid('iban', 'This IBAN has a mistake in it.')()
      const bic = body.bic ? compactAccount(body.bic) : null
      if (bic !== null && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic))
        throw invalid('bic', 'A BIC has 8 or 11 characters.')()
      if ((iban === null) !== (body.account_holder === null))
        throw invalid('account_holder', 'An account has a holder.')()
      if (body.switched_on && iban === null) throw invalid('iban', 'There is no account to transfer to.')()
      const wanted = { ...body, iban, bic, postcode: body.postcode ?? null, town: body.town ?? null }
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [before] = await lockAccount(orgId, tx)
        if (!before) throw new ApiError('resource_missing')
        const [after] = await tx<TransferAccountRow[]>`
          update organisations
          set transfer_on = ${wanted.switched_on}, transfer_iban = ${wanted.iban}, transfer_bic = ${wanted.bic},
            transfer_holder = ${wanted.account_holder}, transfer_postcode = ${wanted.postcode}, transfer_town = ${wanted.town},
            transfer_days = ${wanted.days}, transfer_days_before = ${wanted.days_before_event}, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
          returning ${transferColumns(tx)}`
        if (!after) throw new Error('an organisation was lost')
        await record(tx, deps.clock, request, {
          action: 'transfer_account.changed',
          objectType: 'organisation',
          objectId: orgId,
          before: toTransferAccount(before),
          after: toTransferAccount(after),
        })
        return toTransferAccount(after)
      })
    },
  )

const lockAccount = (orgId: OrgId, tx: Tx) => tx<TransferAccountRow[]>`
  select ${transferColumns(tx)}
  from organisations
  where org_id = ${orgId}
  for update`
