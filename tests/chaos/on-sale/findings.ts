import type { OrgId } from '../../../server/access/principal.ts'
import { reconcileOrders } from '../../../server/checkout/answers/reconcile.ts'
import { createSettleDeps } from '../../../server/checkout/answers/settle-deps.ts'
import { sweepBaskets } from '../../../server/checkout/baskets/sweep-baskets.ts'
import { reconcileRefunds } from '../../../server/ledger/refunds/reconcile-refunds.ts'
import { auditBooks } from '../../../server/operator/audit/audit.ts'
import { createPayments } from '../../../server/payments/payments/providers.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { organisationClock } from '../../../server/platform/values/clock.ts'
import { createSeal } from '../../../server/platform/values/seal.ts'
import type { Finding } from '../run.ts'
import type { Log } from './buyer.ts'
import { SECRET } from './processes.ts'

type Offer = { orgId: OrgId; priceCategoryId: number }

const finding = (promise: string, figure: string, kept: boolean): Finding => ({ promise, figure, kept })

/** As it stands when the last buyer has gone, with orders still being paid and baskets still open. */
export async function atTheEnd(
  sql: Sql,
  { orgId, priceCategoryId }: Offer,
  log: Log,
  places: number,
): Promise<Finding[]> {
  const [pool] = await sql<{ sold: number; held: number }[]>`
    select sold, held
    from price_categories
    where org_id = ${orgId}
      and price_category_id = ${priceCategoryId}`
  const { sold = -1, held = -1 } = pool ?? {}
  const outcomes = Object.entries(log.outcomes)
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ')
  return [
    finding(
      'every place is sold or held, and none twice',
      `${sold} sold, ${held} held of ${places}`,
      sold + held === places,
    ),
    finding(
      'every answer is documented',
      log.undocumented.length > 0 ? log.undocumented.slice(0, 5).join(', ') : outcomes,
      log.undocumented.length === 0,
    ),
    finding(
      'what carries a key is done once, however often it is sent',
      `${log.repeated.length} baskets have it twice`,
      log.repeated.length === 0,
    ),
    await kept(sql, orgId, log),
  ]
}

/** Who was told that the order is confirmed has the tickets. */
async function kept(sql: Sql, orgId: OrgId, log: Log): Promise<Finding> {
  const rows = await sql<{ order_id: number; tickets: number }[]>`
    select o.order_id, count(t.ticket_id)::integer as tickets
    from orders o
    join tickets t on t.org_id = o.org_id and t.order_id = o.order_id
    where o.org_id = ${orgId}
      and o.order_status = 'confirmed'
    group by o.order_id`
  const stored = new Map(rows.map((row) => [row.order_id, row.tickets]))
  const broken = [...log.confirmed].filter(([orderId, tickets]) => stored.get(orderId) !== tickets)
  return finding(
    'who was told so has the tickets',
    `${broken.length} of ${log.confirmed.size} have not`,
    broken.length === 0,
  )
}

/** After the reconciler and the sweeper have had their time: an hour on, as their clock has it. */
export async function afterwards(sql: Sql, { orgId }: Offer): Promise<Finding[]> {
  let ahead = 0
  const systemClock = () => new Date(Date.now() + ahead)
  const clock = organisationClock(systemClock)
  const deps = createSettleDeps({
    sql,
    clock,
    systemClock,
    seal: createSeal(SECRET),
    payments: createPayments({ stripe: undefined }),
  })
  for (let minutes = 2; minutes <= 130; minutes += 16) {
    ahead = minutes * 60_000
    await reconcileOrders(deps)
    while ((await reconcileOrders(deps)) > 0) ahead += 61_000
    await reconcileRefunds(deps)
    while ((await sweepBaskets(sql, { clock, systemClock })) > 0);
  }
  const [stuck] = await sql<{ payments: number; baskets: number; orders: number }[]>`
    select (
      select count(*)
      from payments
      where org_id = ${orgId}
        and payment_status not in ('succeeded', 'failed', 'cancelled')
    )::integer as payments, (
      select count(*)
      from baskets
      where org_id = ${orgId}
        and basket_status in ('open', 'paying')
    )::integer as baskets, (
      select count(*)
      from orders
      where org_id = ${orgId}
        and order_status = 'pending'
    )::integer as orders`
  const [money] = await sql<{ captured: number; unaccounted: number }[]>`
    select count(*)::integer as captured,
      count(*) filter (where o.order_status <> 'confirmed' and p.refunded_minor < p.amount_minor)::integer as unaccounted
    from payments p
    join orders o on o.org_id = p.org_id and o.order_id = p.order_id
    where p.org_id = ${orgId}
      and p.payment_status = 'succeeded'`
  const differences = await auditBooks(orgId, sql)
  const left = (stuck?.payments ?? 0) + (stuck?.baskets ?? 0) + (stuck?.orders ?? 0)
  return [
    finding('nothing is stuck', `${left} payments, baskets and orders without an end`, left === 0),
    finding(
      'whoever paid has an order or the money back',
      `${money?.unaccounted ?? '?'} of ${money?.captured ?? '?'} have neither`,
      money?.unaccounted === 0,
    ),
    finding(
      'the audit finds no difference',
      differences.length === 0 ? 'none' : JSON.stringify(differences.slice(0, 3)),
      differences.length === 0,
    ),
  ]
}
