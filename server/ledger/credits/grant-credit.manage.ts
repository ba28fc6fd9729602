import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Id, Input, Nullable, Text, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { toMinor } from '../../platform/values/money.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import { Credit, creditExpiry, giveCredit, lockCredit } from '../ledger/credit.ts'
import { requireRefundProof } from '../refunds/require-refund-proof.ts'

export const grantCredit: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/credits',
    {
      config: { scope: 'debts:manage', needsProof: 'sometimes', effects: ['money_out'] },
      schema: {
        operationId: 'grantCredit',
        summary: 'Give a fan credit',
        description:
          'It expires by the organisation’s rule (credit_days), unless expires_at says otherwise; null: never.',
        tags: ['Debts'],
        body: Input({
          user_id: Id({ description: 'the customer' }),
          amount: Type.Number({
            exclusiveMinimum: 0,
            maximum: 1_000_000_000,
            description: 'major unit of the currency',
          }),
          currency: Type.Optional(
            Type.String({ pattern: '^[A-Z]{3}$', description: 'without it, the organisation’s' }),
          ),
          reason: Text(500),
          expires_at: Type.Optional(Nullable(UnixSeconds())),
        }),
        response: { 201: Credit },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const { clock } = deps
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = clock(orgId)
        const currency = await currencyFor(orgId, tx, body.user_id, body.currency)
        const amountMinor = toMinor(body.amount, currency)
        if (amountMinor === undefined) throw invalid('amount', `amount is finer than ${currency} allows.`)()
        const expiresAt =
          body.expires_at === undefined ? await creditExpiry(orgId, tx, now) : fromUnixSeconds(body.expires_at)
        if (expiresAt !== null && expiresAt <= now) throw invalid('expires_at', 'expires_at has passed.')()
        await requireRefundProof(orgId, tx, deps, request.principal, amountMinor)
        const account = await lockCredit(orgId, tx, now, { userId: body.user_id, currency })
        const { reason } = body
        const { credit } = await giveCredit(orgId, tx, clock, account, {
          kind: 'granted',
          amountMinor,
          reason,
          expiresAt,
        })
        const entry = { action: 'credit.granted', objectType: 'credit', objectId: credit.credit_account_id }
        const after = { amount: body.amount, amount_minor: amountMinor, balance: credit.balance, reason }
        await record(tx, clock, request, { ...entry, after })
        return credit
      })
    },
  )

async function currencyFor(orgId: OrgId, tx: Tx, userId: number, given: string | undefined): Promise<string> {
  const [customer] = await tx<{ currency: string }[]>`
    select g.currency
    from customers c
    join organisations g on g.org_id = ${orgId}
    where c.org_id = ${orgId}
      and c.user_id = ${userId}
      and c.erased_at is null`
  if (!customer) throw missing('user_id')()
  return given ?? customer.currency
}
