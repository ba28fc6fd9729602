import { eachDue, untilDone } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { endAttempt } from '../../ledger/debts/settle-attempt.ts'
import { returnReceived } from '../../ledger/refunds/return-received.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import type { SettleDeps } from './settle-deps.ts'

/** No place is kept for longer than an hour by a payment that the provider knows nothing about, nor past the days of its method by one on its way. */
export const GIVE_UP_MS = 55 * 60_000
const BATCH = 100

type GivenUp = { payment_id: number; order_id: number; basket_id: string }

/**
 * Ends payments that the provider has said nothing about for most of an hour, and frees their places. They stay watched: money
 * that turns up takes the places again or goes back. A basket that was given up is not paid again, so that no buyer pays twice. What
 * a bank is processing is known, and waits for the days of its method. Answers how many were given up.
 */
export async function giveUpPayments(deps: SettleDeps & Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from payments
      where payment_status in ('created', 'requires_action', 'processing', 'unknown')
        and ${isUnanswered(deps.sql, now)}`,
    oldest: deps.sql`created_at`,
  })
  return eachDue(deps.sql, deps, { due, batch: BATCH }, (orgId) => giveUpOf(deps, orgId, deps.clock(orgId)))
}

/** Said nothing about for too long, or on its way for longer than its method may take; a debt keeps no places, and waits. */
const isUnanswered = (sql: Db, now: Date, table = 'payments') => sql`
  case
    when ${sql(table)}.payment_status = 'processing' then ${sql(table)}.order_id is not null and ${sql(table)}.expires_at <= ${now}
    else ${sql(table)}.created_at <= ${new Date(now.getTime() - GIVE_UP_MS)}
  end`

async function giveUpOf(deps: SettleDeps, orgId: OrgId, now: Date): Promise<number> {
  const attempts = await giveUpAttempts(deps, orgId, new Date(now.getTime() - GIVE_UP_MS))
  const endBatch = async () => {
    const payments = await findUnanswered(orgId, deps.sql, now)
    for (const payment of payments) await giveUp(deps, orgId, now, payment)
    return payments.length
  }
  return attempts + (await untilDone(BATCH, endBatch))
}

/** Attempts at paying debts: these can be paid by another one, and the late money of this one goes back then. */
async function giveUpAttempts({ sql, clock }: SettleDeps, orgId: OrgId, until: Date): Promise<number> {
  const attempts = await sql<{ payment_id: number }[]>`
    select payment_id
    from payments
    where org_id = ${orgId}
      and payment_status in ('created', 'requires_action', 'unknown')
      and order_id is null
      and created_at <= ${until}
    order by payment_id
    limit ${BATCH}`
  const failure = { code: 'payment_failed', declineCode: 'no_answer', watched: true }
  for (const { payment_id: paymentId } of attempts)
    await sql.begin((tx) => endAttempt({ orgId, tx, clock }, paymentId, failure))
  return attempts.length
}

const findUnanswered = (orgId: OrgId, sql: Sql, now: Date) => sql<GivenUp[]>`
  select p.payment_id, o.order_id, o.basket_id
  from payments p
  join orders o on o.org_id = p.org_id and o.order_id = p.order_id
  where p.org_id = ${orgId}
    and o.org_id = ${orgId}
    and p.payment_status in ('created', 'requires_action', 'processing', 'unknown')
    and ${isUnanswered(sql, now, 'p')}
    and o.basket_id is not null
  order by p.payment_id
  limit ${BATCH}`

const giveUp = ({ sql, clock }: SettleDeps, orgId: OrgId, now: Date, { payment_id, order_id, basket_id }: GivenUp) =>
  sql.begin(async (tx) => {
    await lockBaskets(orgId, tx, [basket_id])
    // No provider can be asked about a transfer: money that comes after all is told by the bank's statement.
    const isTransfer = tx`payment_method is not distinct from ${TRANSFER_METHOD}`
    const [ended] = await tx<{ is_transfer: boolean }[]>`
      update payments
      set payment_status = 'failed', failure_code = 'payment_failed', next_action = null, remind_at = null,
        decline_code = case when ${isTransfer} then 'transfer_expired' else 'no_answer' end, watched = not (${isTransfer}), changed_at = ${clock(orgId)}
      where org_id = ${orgId}
        and payment_id = ${payment_id}
        and ${isUnanswered(tx, now)}
        and payment_status not in ('succeeded', 'failed', 'cancelled')
      returning ${isTransfer} as is_transfer`
    if (!ended) return
    await closeBaskets(orgId, tx, clock, [basket_id], 'expired')
    if (ended.is_transfer) await returnReceived(orgId, tx, clock, { paymentId: payment_id, orderId: order_id })
    // The same mail as of a payment that failed: a buyer who is told of both is told once.
    const messageId = `payment-${payment_id}-failed`
    const kind = ended.is_transfer ? 'transfer_expired' : 'payment_failed'
    await noteMails(orgId, tx, clock(orgId), [{ kind, orderId: order_id, aboutId: payment_id, messageId }])
  })
