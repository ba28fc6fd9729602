import { auditBooks } from '../../../server/operator/audit/audit.ts'
import { HOUR_MS } from '../../../server/platform/values/durations.ts'
import type { Finding } from '../run.ts'
import type { Club } from './club.ts'
import type { Tally } from './fans.ts'

/** Places that an open payment has kept for more than an hour. */
export async function heldTooLong({ sql, orgId, clock }: Club): Promise<string[]> {
  const rows = await sql<{ order_id: number; payment_status: string }[]>`
    select distinct o.order_id, p.payment_status
    from holds h
    join orders o on o.org_id = h.org_id and o.basket_id = h.basket_id
    join payments p on p.org_id = o.org_id and p.order_id = o.order_id
    where h.org_id = ${orgId}
      and h.expires_at is null
      and p.payment_status in ('created', 'requires_action', 'unknown')
      and p.created_at < ${new Date(clock().getTime() - HOUR_MS)}`
  return rows.map(({ order_id, payment_status }) => `order ${order_id} (${payment_status})`)
}

type Paid = {
  order_id: number
  order_status: string
  provider_reference: string
  payment_status: string
  surplus: boolean
  amount_minor: number
  refunded_minor: number
  open_refunds: number
}

export async function findingsOf(club: Club, tally: Tally, tooLong: string[]): Promise<Finding[]> {
  const { sql, orgId, stripe, account } = club
  const payments = await sql<Paid[]>`
    select p.order_id, o.order_status, p.provider_reference, p.payment_status, p.surplus, p.amount_minor, p.refunded_minor,
      (
        select count(*)
        from refunds r
        where r.org_id = p.org_id
          and r.payment_id = p.payment_id
          and r.refund_status not in ('succeeded', 'failed')
      ) as open_refunds
    from payments p
    join orders o using (org_id, order_id)
    where p.org_id = ${orgId}`
  const byReference = new Map(payments.map((payment) => [payment.provider_reference, payment]))
  const charges = [...stripe.intents.all.values()].filter(
    (intent) => intent.account === account && intent.status === 'succeeded',
  )
  const lost: string[] = []
  const twice: string[] = []
  const books: string[] = []
  const kept = new Map<number, number>()
  for (const { id, amount } of charges) {
    const payment = byReference.get(id)
    const refunded = stripe.refunds.refunded(id)
    if (refunded > amount) twice.push(`${id}: ${refunded} of ${amount} went back`)
    const pays = payment?.payment_status === 'succeeded' && !payment.surplus
    const sold = pays && ['confirmed', 'refunded'].includes(payment.order_status)
    if (refunded < amount && !sold) lost.push(`${id} of order ${payment?.order_id} (${payment?.order_status})`)
    if (payment && payment.refunded_minor !== refunded) books.push(`${id}: ${payment.refunded_minor}, not ${refunded}`)
    if (payment && refunded < amount) kept.set(payment.order_id, (kept.get(payment.order_id) ?? 0) + 1)
  }
  twice.push(...[...kept].filter(([, times]) => times > 1).map(([orderId]) => `order ${orderId}`))
  const charged = new Set(charges.map(({ id }) => id))
  const unpaid = payments.filter(
    ({ order_status, payment_status, surplus, provider_reference }) =>
      order_status === 'confirmed' && payment_status === 'succeeded' && !surplus && !charged.has(provider_reference),
  )
  const open = payments.filter(
    ({ payment_status, open_refunds }) =>
      !['succeeded', 'failed', 'cancelled'].includes(payment_status) || open_refunds > 0,
  )
  const stock = (await auditBooks(orgId, sql)).map((difference) => JSON.stringify(difference))
  const confirmed = payments.filter((payment) => payment.order_status === 'confirmed').length
  console.log(JSON.stringify({ charges: charges.length, calls: stripe.calls.length, confirmed, ...tally }))
  const finding = (promise: string, broken: string[]): Finding => ({
    promise,
    figure: broken.length === 0 ? 'kept' : broken.slice(0, 5).join('; '),
    kept: broken.length === 0,
  })
  return [
    { promise: 'somebody was charged', figure: String(charges.length), kept: charges.length > 0 },
    finding('every charge has its order or its refund', lost),
    finding('nobody is charged or refunded twice', twice),
    finding('no place is held by a payment for longer than an hour', [...new Set(tooLong)]),
    finding(
      'no order is confirmed without a charge',
      unpaid.map(({ order_id }) => `order ${order_id}`),
    ),
    finding(
      'nothing is left open',
      open.map(({ order_id, payment_status }) => `order ${order_id} (${payment_status})`),
    ),
    finding('the books say what Stripe says', books),
    finding('stock and money add up', stock),
  ]
}
