import { type Static, Type } from 'typebox'
import { actorOf, type Caller } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

const fields = {
  till_id: Type.Integer(),
  name: Type.String({ description: 'the counter or the device' }),
  status: OneOf(['open', 'closed']),
  currency: Type.String({ description: 'ISO 4217' }),
  float: Type.Number({ description: 'cash at the opening' }),
  opened_by: Nullable(Type.String({ description: 'null: a key' })),
  opened_at: Type.Integer({ description: 'Unix seconds' }),
  expected: Nullable(Type.Number({ description: 'cash that should have been in it at the closing' })),
  counted: Nullable(Type.Number()),
  difference: Nullable(Type.Number({ description: 'counted less expected' })),
  closed_by: Nullable(Type.String()),
  closed_at: Nullable(Type.Integer()),
  note: Nullable(Type.String()),
}

export const Till = Type.Object(fields, { title: 'Till' })

const TillTaking = Type.Object(
  { payment_method: Type.String(), orders: Type.Integer(), amount: Type.Number() },
  { title: 'TillTaking' },
)

const TillMovement = Type.Object(
  {
    till_movement_id: Type.Integer(),
    movement: OneOf(['deposit', 'drop', 'payout']),
    amount: Type.Number(),
    reason: Nullable(Type.String()),
    actor_name: Nullable(Type.String()),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'TillMovement' },
)

export const TillReport = Type.Object(
  {
    ...fields,
    mine: Type.Boolean({ description: 'you opened it; another’s needs the scope tills:manage' }),
    cash: Type.Number({ description: 'that should be in the drawer now, or should have been at the closing' }),
    cash_refunds: Type.Number({ description: 'paid back from the drawer' }),
    cash_received: Type.Number({ description: 'put into the drawer for debts' }),
    cash_rounding: Type.Number({ description: 'what rounding to the least coin has brought; below zero: cost' }),
    takings: Type.Array(TillTaking, {
      description:
        'of what was sold, by payment method: what was paid with the sale, or what it comes to where nothing was',
    }),
    movements: Type.Array(TillMovement, { description: 'oldest first' }),
    till_close_id: Nullable(Type.Integer({ description: 'once it is closed' })),
  },
  { title: 'TillReport' },
)

export const TillRow = Type.Object({
  till_id: Type.Integer(),
  name: Type.String(),
  counter_id: Nullable(Type.Integer()),
  till_status: Type.Unsafe<'open' | 'closed'>({ type: 'string' }),
  currency: Type.String(),
  float_minor: Type.Integer(),
  opened_by_kind: Type.String(),
  opened_by_id: Type.String(),
  opened_by_name: Nullable(Type.String()),
  expected_minor: Nullable(Type.Integer()),
  counted_minor: Nullable(Type.Integer()),
  note: Nullable(Type.String()),
  closed_by_name: Nullable(Type.String()),
  closed_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type TillRow = Static<typeof TillRow>

export const tillColumns = (sql: Db) =>
  sql`till_id, name, counter_id, till_status, currency, float_minor, opened_by_kind, opened_by_id, opened_by_name, expected_minor, counted_minor,
    note, closed_by_name, closed_at, created_at`

export const toTill = (row: TillRow) => {
  const { currency, expected_minor, counted_minor } = row
  const amount = (minor: number | null) => (minor === null ? null : toMajor(minor, currency))
  return {
    till_id: row.till_id,
    name: row.name,
    status: row.till_status,
    currency,
    float: toMajor(row.float_minor, currency),
    opened_by: row.opened_by_name,
    opened_at: unixSeconds(row.created_at),
    expected: amount(expected_minor),
    counted: amount(counted_minor),
    difference: expected_minor === null || counted_minor === null ? null : amount(counted_minor - expected_minor),
    closed_by: row.closed_by_name,
    closed_at: row.closed_at && unixSeconds(row.closed_at),
    note: row.note,
  } satisfies Static<typeof Till>
}

export async function findTill(orgId: OrgId, sql: Db, tillId: number) {
  const [row] = await sql<TillRow[]>`
    select ${tillColumns(sql)}
    from tills
    where org_id = ${orgId}
      and till_id = ${tillId}`
  return row
}

/** Whose a till is: the person or the key that opened it. */
export const isOwnTill = ({ opened_by_kind, opened_by_id }: TillRow, caller: Caller): boolean => {
  const { kind, id } = actorOf(caller)
  return opened_by_kind === kind && opened_by_id === id
}

type TakingRow = { payment_method: string; orders: number; amount_minor: number }
type MovementRow = {
  till_movement_id: number
  movement: 'deposit' | 'drop' | 'payout'
  amount_minor: number
  reason: string | null
  actor_name: string | null
  created_at: Date
}

/** As many as a drawer sees in its life, and a bound all the same. */
export const MOVEMENTS_MAX = 500

/** The till with all that it adds up to. */
export async function reportOn(orgId: OrgId, sql: Db, caller: Caller, row: TillRow) {
  const { till_id: tillId, currency } = row
  const takings = await sql<TakingRow[]>`
    select coalesce(o.payment_method, 'free') as payment_method, count(*)::integer as orders,
      sum(coalesce(p.amount_minor, o.total_minor))::bigint as amount_minor
    from (
      select order_id
      from till_orders
      where org_id = ${orgId}
        and till_id = ${tillId}
      union all
      select b.order_id
      from payment_links l
      join orders b on b.org_id = ${orgId} and b.basket_id = l.basket_id
      where l.org_id = ${orgId}
        and l.till_id = ${tillId}
    ) as s
    join orders o on o.org_id = ${orgId} and o.order_id = s.order_id
    left join payments p
      on p.org_id = ${orgId} and p.order_id = o.order_id and p.payment_status = 'succeeded' and not p.surplus
    where o.confirmed_at is not null
    group by 1
    order by 1`
  const [refunded] = await sql<{ amount_minor: number }[]>`
    select coalesce(sum(r.amount_minor), 0)::bigint as amount_minor
    from till_refunds t
    join refunds r on r.org_id = ${orgId} and r.refund_id = t.refund_id
    where t.org_id = ${orgId}
      and t.till_id = ${tillId}
      and r.refund_status <> 'failed'`
  const [received] = await sql<{ amount_minor: number }[]>`
    select coalesce(sum(p.amount_minor - p.reversed_minor), 0)::bigint as amount_minor
    from till_payments t
    join payments p on p.org_id = ${orgId} and p.payment_id = t.payment_id
    where t.org_id = ${orgId}
      and t.till_id = ${tillId}`
  const [rounded] = await sql<{ rounding_minor: number }[]>`
    select coalesce(sum(rounding_minor), 0)::bigint as rounding_minor
    from till_receipts
    where org_id = ${orgId}
      and till_id = ${tillId}`
  const movements = await sql<MovementRow[]>`
    select till_movement_id, movement, amount_minor, reason, actor_name, created_at
    from till_movements
    where org_id = ${orgId}
      and till_id = ${tillId}
    order by till_movement_id
    limit ${MOVEMENTS_MAX}`
  const [close] = await sql<{ till_close_id: number }[]>`
    select till_close_id
    from till_closes
    where org_id = ${orgId}
      and till_id = ${tillId}`
  const sold = takings.find(({ payment_method }) => payment_method === 'cash')?.amount_minor ?? 0
  const refundsMinor = refunded?.amount_minor ?? 0
  const receivedMinor = received?.amount_minor ?? 0
  const moved = movements.reduce(
    (sum, { movement, amount_minor }) => sum + (movement === 'deposit' ? amount_minor : -amount_minor),
    0,
  )
  const roundingMinor = rounded?.rounding_minor ?? 0
  const cashMinor = row.expected_minor ?? row.float_minor + sold + receivedMinor - refundsMinor + roundingMinor + moved
  const report = {
    ...toTill(row),
    mine: isOwnTill(row, caller),
    cash: toMajor(cashMinor, currency),
    cash_refunds: toMajor(refundsMinor, currency),
    cash_received: toMajor(receivedMinor, currency),
    cash_rounding: toMajor(roundingMinor, currency),
    takings: takings.map(({ payment_method, orders, amount_minor }) => ({
      payment_method,
      orders,
      amount: toMajor(amount_minor, currency),
    })),
    movements: movements.map((each) => ({
      till_movement_id: each.till_movement_id,
      movement: each.movement,
      amount: toMajor(each.amount_minor, currency),
      reason: each.reason,
      actor_name: each.actor_name,
      created: unixSeconds(each.created_at),
    })),
    till_close_id: close?.till_close_id ?? null,
  } satisfies Static<typeof TillReport>
  return { report, cashMinor }
}
