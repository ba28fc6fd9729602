import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { type CounterRow, lockCounter } from './counter.ts'
import { findTill } from './till.ts'

/** A card on a reader and a link are paid within the hour; a till that was closed longer ago has nothing to come. */
const LATE_DAYS = 3

/**
 * Gives whatever has happened at a counter since a time and has no receipt yet the next numbers, in the order in which it happened. What was
 * paid after its till was closed is among them. The caller has locked the counter.
 */
export async function drawReceipts(
  orgId: OrgId,
  tx: Tx,
  { now, since }: { now: Date; since: Date },
  counter: CounterRow,
): Promise<number> {
  const tills = { ids: await tillsOf(orgId, tx, now, counter.counter_id), since }
  const drawn = await findUndrawn(orgId, tx, tills, counter)
  if (drawn.length === 0) return counter.last_receipt
  await insertReceipts(orgId, tx, now, counter.counter_id, drawn)
  const lastReceipt = counter.last_receipt + drawn.length
  await tx`
    update counters
    set last_receipt = ${lastReceipt}, changed_at = ${now}
    where org_id = ${orgId}
      and counter_id = ${counter.counter_id}`
  return lastReceipt
}

export const UndrawnReceiptRow = Type.Object({
  receipt_number: Type.Integer(),
  till_id: Type.Integer(),
  kind: Type.String(),
  source_id: Type.Integer(),
  order_id: Nullable(Type.Integer()),
  payment_method: Type.String(),
  amount_minor: Type.Integer(),
  rounding_minor: Type.Integer(),
  sold_minor: Type.Integer(),
  taxes: Type.String(),
})
type UndrawnReceipt = Static<typeof UndrawnReceiptRow>

/** Read first and inserted then: a cluster does not insert what this selects. The counter's lock keeps others from drawing meanwhile. */
const findUndrawn = (orgId: OrgId, tx: Tx, tills: Tills, counter: CounterRow) => tx<UndrawnReceipt[]>`
  select ${counter.last_receipt}::bigint + row_number() over (order by n.at, n.kind, n.source_id) as receipt_number, n.till_id, n.kind,
    n.source_id, n.order_id, n.payment_method, n.amount_minor, ${roundingOf(tx, counter.coin_minor)}::bigint as rounding_minor,
    n.sold_minor, coalesce(n.taxes, '[]')::text as taxes
  from (
    ${salesAt(orgId, tx, tills)}
    union all
    ${refundsAt(orgId, tx, tills)}
    union all
    ${paymentsAt(orgId, tx, tills)}
    union all
    ${reversalsAt(orgId, tx, tills)}
  ) n
  where not exists (
    select
    from till_receipts r
    where r.org_id = ${orgId}
      and r.kind = n.kind
      and r.source_id = n.source_id
  )
  order by 1`

const insertReceipts = (orgId: OrgId, tx: Tx, now: Date, counterId: number, drawn: UndrawnReceipt[]) => tx`
  insert into till_receipts (org_id, counter_id, receipt_number, till_id, kind, source_id, order_id, payment_method, amount_minor, rounding_minor,
    sold_minor, taxes, created_at)
  select ${orgId}::bigint, ${counterId}::bigint, n.receipt_number, n.till_id, n.kind, n.source_id, n.order_id, n.payment_method, n.amount_minor,
    n.rounding_minor, n.sold_minor, n.taxes::jsonb, ${now}::timestamptz
  from json_to_recordset(${JSON.stringify(drawn)}::text::json) as n (
    receipt_number bigint, till_id bigint, kind text, source_id bigint, order_id bigint, payment_method text, amount_minor bigint,
    rounding_minor bigint, sold_minor bigint, taxes text
  )
  order by n.receipt_number`

/** To the nearest multiple of the coin, half of it away from zero: what goes back is rounded as what came. */
const roundingOf = (sql: Db, coinMinor: number | null) =>
  coinMinor === null
    ? sql`0`
    : sql`case when n.payment_method = 'cash'
        then sign(n.amount_minor)::bigint * ((2 * abs(n.amount_minor) + ${coinMinor}::bigint) / (2 * ${coinMinor}::bigint)) * ${coinMinor}::bigint
          - n.amount_minor
        else 0 end`

/** For a close: what a crash has kept back, however long ago, is drawn by then. */
export const EVER = new Date(0)

/**
 * The same at once, for what has just happened at a till. It looks back a few days: a till that is open for a season would be read from its
 * beginning by every sale.
 */
export async function drawReceiptsOf(orgId: OrgId, tx: Tx, now: Date, tillId: number): Promise<void> {
  const till = await findTill(orgId, tx, tillId)
  if (till === undefined || till.counter_id === null) return
  const since = new Date(now.getTime() - LATE_DAYS * DAY_MS)
  await drawReceipts(orgId, tx, { now, since }, await lockCounter(orgId, tx, till.counter_id))
}

/** Tills, and from when on. */
type Tills = { ids: number[]; since: Date }

async function tillsOf(orgId: OrgId, tx: Tx, now: Date, counterId: number): Promise<number[]> {
  const tills = await tx<{ till_id: number }[]>`
    select till_id
    from tills
    where org_id = ${orgId}
      and counter_id = ${counterId}
      and (till_status = 'open' or closed_at > ${new Date(now.getTime() - LATE_DAYS * DAY_MS)})`
  return tills.map(({ till_id }) => till_id)
}

/** Sold from the drawer, on a reader beside it, or by a link. What is on an invoice counts as what it comes to. */
const salesAt = (orgId: OrgId, sql: Db, { ids, since }: Tills) => sql`
  select 'sale' as kind, o.order_id as source_id, s.till_id, o.confirmed_at as at, o.order_id, coalesce(o.payment_method, 'free') as payment_method,
    coalesce((
      select sum(p.amount_minor)
      from payments p
      where p.org_id = ${orgId}
        and p.order_id = o.order_id
        and p.payment_status = 'succeeded'
        and not p.surplus
    ), o.total_minor)::bigint as amount_minor, o.total_minor as sold_minor, o.taxes
  from (
    select till_id, order_id
    from till_orders
    where org_id = ${orgId}
      and till_id = any(${ids})
      and created_at >= ${since}
    union all
    select l.till_id, b.order_id
    from payment_links l
    join orders b on b.org_id = ${orgId} and b.basket_id = l.basket_id
    where l.org_id = ${orgId}
      and l.till_id = any(${ids})
      and l.created_at >= ${since}
  ) s
  join orders o on o.org_id = ${orgId} and o.order_id = s.order_id
  where o.confirmed_at is not null`

/** Handed back over the counter. */
const refundsAt = (orgId: OrgId, sql: Db, { ids, since }: Tills) => sql`
  select 'refund', r.refund_id, b.till_id, b.created_at, coalesce(p.order_id, r.order_id), 'cash', -r.amount_minor, -r.amount_minor, r.taxes
  from till_refunds b
  join refunds r on r.org_id = ${orgId} and r.refund_id = b.refund_id
  left join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
  where b.org_id = ${orgId}
    and b.till_id = any(${ids})
    and b.created_at >= ${since}
    and r.refund_status <> 'failed'`

/** A payment for debts is of the order of the first of them. */
const orderOfDebts = (orgId: OrgId, sql: Db, payment: string) => sql`(
  select d.order_id
  from payment_debts y
  join debts d on d.org_id = ${orgId} and d.debt_id = y.debt_id
  where y.org_id = ${orgId}
    and y.payment_id = ${sql(`${payment}.payment_id`)}
  order by y.debt_id
  limit 1
)`

/** Cash for a debt: it was sold, with its tax, when the debt began. */
const paymentsAt = (orgId: OrgId, sql: Db, { ids, since }: Tills) => sql`
  select 'payment', p.payment_id, x.till_id, x.created_at, ${orderOfDebts(orgId, sql, 'x')}, 'cash', p.amount_minor, 0, null::jsonb
  from till_payments x
  join payments p on p.org_id = ${orgId} and p.payment_id = x.payment_id
  where x.org_id = ${orgId}
    and x.till_id = any(${ids})
    and x.created_at >= ${since}`

/** Of a till that is still open: the cash was not put in, or was taken out again. */
const reversalsAt = (orgId: OrgId, sql: Db, { ids, since }: Tills) => sql`
  select 'reversal', v.payment_reversal_id, x.till_id, v.created_at, ${orderOfDebts(orgId, sql, 'x')}, 'cash', -v.amount_minor, 0, null::jsonb
  from till_payments x
  join tills y on y.org_id = ${orgId} and y.till_id = x.till_id and y.till_status = 'open'
  join payment_reversals v on v.org_id = ${orgId} and v.payment_id = x.payment_id
  where x.org_id = ${orgId}
    and x.till_id = any(${ids})
    and v.created_at >= ${since}`
