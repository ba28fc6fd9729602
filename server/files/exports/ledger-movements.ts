import type { OrgId } from '../../access/principal.ts'
import { boughtNothing, methodOfPayment } from '../../payments/figures/movements.ts'
import { fromMicroseconds } from '../../platform/http/keyset.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { cashSources } from './ledger-cash.ts'
import type { Movement, MovementKind } from './ledger-lines.ts'
import { payoutSources } from './ledger-payouts.ts'
import { isOfSurplus, taxForgone, taxOfRefund, taxParts, transactionFeeWithTax } from './ledger-tax.ts'

export type MovementRow = Movement & {
  id: number
  at: Date
  microseconds: number
  order_id: number | null
  reference: string | null
}

export type WantedMovements = { from: Date; until: Date; eventId: number | undefined }

/** Where a kind of entry is read from, as `t`: its id and time, what it has of its own, and what else is joined to it. */
export type Source = {
  table: string
  id: string
  at: string
  orderId: (sql: Db) => Fragment
  amount: (sql: Db) => Fragment
  joins?: (orgId: OrgId, sql: Db) => Fragment
  where?: (orgId: OrgId, sql: Db) => Fragment
  detail?: (sql: Db) => Fragment
  provider?: (sql: Db) => Fragment
  method?: (sql: Db) => Fragment
  reference?: (sql: Db) => Fragment
  surplus?: (sql: Db, orgId: OrgId) => Fragment
  whole?: (sql: Db, orgId: OrgId) => Fragment
  /** The tax in what goes back by it. */
  taxes?: (sql: Db, orgId: OrgId) => Fragment
  currency: (sql: Db) => Fragment
}

/** With its order, which says by which way it was sold. */
const joinPayment = (orgId: OrgId, sql: Db) => sql`
  join payments p on p.org_id = ${orgId} and p.payment_id = t.payment_id
  left join orders o on o.org_id = ${orgId} and o.order_id = p.order_id`
const joinDebt = (orgId: OrgId, sql: Db) => sql`
  join debts d on d.org_id = ${orgId} and d.debt_id = t.debt_id`

/** Of a payment for debts, the order of the first of them. */
const orderOfPayment = (orgId: OrgId, sql: Db) => sql`
  left join lateral (
    select d.order_id
    from payment_debts x
    join debts d on d.org_id = ${orgId} and d.debt_id = x.debt_id
    where x.org_id = ${orgId}
      and x.payment_id = t.payment_id
    order by x.debt_id
    limit 1
  ) f on t.order_id is null`

const sources: Record<MovementKind, Source> = {
  ...cashSources,
  credit: {
    table: 'credit_entries',
    id: 'credit_entry_id',
    at: 'created_at',
    orderId: (sql) => sql`t.order_id`,
    amount: (sql) => sql`t.amount_minor`,
    joins: (orgId, sql) =>
      sql`join credit_accounts a on a.org_id = ${orgId} and a.credit_account_id = t.credit_account_id`,
    // What was spent is booked with what it paid for; what two accounts of one person exchange is no movement.
    where: (_orgId, sql) => sql`and t.kind in ('granted', 'refunded', 'returned', 'expired', 'withdrawn')`,
    detail: (sql) => sql`t.kind`,
    taxes: (sql) => sql`t.taxes`,
    currency: (sql) => sql`a.currency`,
  },
  // What credit alone has paid for; beside a payment it is booked with that.
  credit_sale: {
    table: 'orders',
    id: 'order_id',
    at: 'confirmed_at',
    orderId: (sql) => sql`t.order_id`,
    amount: (sql) => sql`t.total_minor`,
    where: (_orgId, sql) => sql`
      and t.credit_minor is not null
      and t.credit_minor = t.total_minor`,
    currency: (sql) => sql`t.currency`,
  },
  debt: {
    table: 'debts',
    id: 'debt_id',
    at: 'created_at',
    orderId: (sql) => sql`t.order_id`,
    amount: (sql) => sql`t.amount_minor`,
    where: (_orgId, sql) => sql`and t.owed_by = 'club'`,
    detail: (sql) => sql`t.kind`,
    surplus: (sql, orgId) => isOfSurplus(orgId, sql, 't'),
    taxes: (sql, orgId) => sql`case when not ${isOfSurplus(orgId, sql, 't')} then ${taxOfRefund(orgId, sql)} end`,
    currency: (sql) => sql`t.currency`,
  },
  payment: {
    table: 'payments',
    id: 'payment_id',
    at: 'succeeded_at',
    orderId: (sql) => sql`coalesce(t.order_id, f.order_id)`,
    amount: (sql) => sql`t.amount_minor`,
    joins: (orgId, sql) => sql`${joinPayment(orgId, sql)} ${orderOfPayment(orgId, sql)}`,
    provider: (sql) => sql`t.provider`,
    method: methodOfPayment,
    reference: (sql) => sql`t.provider_reference`,
    surplus: (sql, orgId) => boughtNothing(orgId, sql),
    // Of an order with a plan, what was charged at the checkout pays a part of what is booked as owed.
    whole: (sql, orgId) => sql`t.order_id is not null and not exists (
      select
      from membership_plans n
      where n.org_id = ${orgId}
        and n.order_id = t.order_id
    )`,
    currency: (sql) => sql`t.currency`,
  },
  ...payoutSources,
  // One that a debt carries out is booked when it begins to be owed, and when it is paid out.
  refund: {
    table: 'refunds',
    id: 'refund_id',
    at: 'changed_at',
    orderId: (sql) => sql`coalesce(p.order_id, t.order_id)`,
    amount: (sql) => sql`t.amount_minor`,
    joins: joinPayment,
    where: (orgId, sql) => sql`
      and t.refund_status = 'succeeded'
      and not exists (
        select
        from debts d
        where d.org_id = ${orgId}
          and d.refund_id = t.refund_id
      )`,
    provider: (sql) => sql`p.provider`,
    method: methodOfPayment,
    reference: (sql) => sql`t.provider_reference`,
    surplus: (sql, orgId) => boughtNothing(orgId, sql),
    taxes: (sql, orgId) => sql`case when not ${boughtNothing(orgId, sql)} then t.taxes end`,
    currency: (sql) => sql`p.currency`,
  },
  // What was let go of an order that was never sold was never booked.
  release: {
    table: 'debt_releases',
    id: 'debt_release_id',
    at: 'created_at',
    orderId: (sql) => sql`d.order_id`,
    amount: (sql) => sql`t.amount_minor`,
    joins: (orgId, sql) => sql`
      ${joinDebt(orgId, sql)}
      join orders s on s.org_id = ${orgId} and s.order_id = d.order_id and s.confirmed_at <= t.created_at`,
    detail: (sql) => sql`case when d.owed_by = 'club' then 'club' else t.kind end`,
    surplus: (sql, orgId) => isOfSurplus(orgId, sql, 'd'),
    taxes: (sql, orgId) =>
      sql`case when not ${isOfSurplus(orgId, sql, 'd')} then coalesce(t.taxes, ${taxForgone(orgId, sql)}) end`,
    currency: (sql) => sql`d.currency`,
  },
  reversal: {
    table: 'payment_reversals',
    id: 'payment_reversal_id',
    at: 'created_at',
    orderId: (sql) => sql`d.order_id`,
    amount: (sql) => sql`t.amount_minor`,
    joins: (orgId, sql) => sql`${joinPayment(orgId, sql)} ${joinDebt(orgId, sql)}`,
    detail: (sql) => sql`t.kind`,
    provider: (sql) => sql`p.provider`,
    method: methodOfPayment,
    reference: (sql) => sql`t.reference`,
    currency: (sql) => sql`d.currency`,
  },
  // On an invoice or a plan: an order that is owed from the start.
  sale: {
    table: 'orders',
    id: 'order_id',
    at: 'confirmed_at',
    orderId: (sql) => sql`t.order_id`,
    amount: (sql) => sql`t.total_minor`,
    where: (orgId, sql) => sql`
      and t.paid_minor is not null
      and exists (
        select
        from debts d
        where d.org_id = ${orgId}
          and d.order_id = t.order_id
          and d.kind in ('instalment', 'invoice', 'direct_debit')
      )`,
    currency: (sql) => sql`t.currency`,
  },
  settlement: {
    table: 'settlements',
    id: 'settlement_id',
    at: 'created_at',
    orderId: (sql) => sql`d.order_id`,
    amount: (sql) => sql`t.amount_minor`,
    joins: joinDebt,
    where: (_orgId, sql) => sql`and t.payment_id is null`,
    detail: (sql) => sql`case when t.credit_entry_id is null then d.kind else 'credit' end`,
    reference: (sql) => sql`t.reference`,
    currency: (sql) => sql`d.currency`,
  },
}

/** In the order of time, and of one instant by kind: each kind goes along its index, from the last of the page before. */
export function findMovements(
  orgId: OrgId,
  db: Db,
  wanted: WantedMovements,
  after: MovementRow | undefined,
  most: number,
) {
  const [first, ...others] = Object.entries(sources) as [MovementKind, Source][]
  if (!first) throw new Error('there are no movements')
  const pageOf = ([kind, source]: [MovementKind, Source]) =>
    onePage(orgId, db, kind, source, { ...wanted, after, most })
  return db<MovementRow[]>`
    select m.kind, m.id, m.at, (extract(epoch from m.at) * 1000000)::bigint as microseconds, m.provider, m.reference, m.currency,
      m.amount_minor, m.detail, m.surplus, m.whole, m.order_id, o.event_id, case when o.event_id is null then 0 else coalesce((
        select sum(l.price_minor - l.discount_minor + coalesce(l.added_tax_minor, 0))
        from order_lines l
        where l.org_id = ${orgId}
          and l.order_id = o.order_id
          and l.kind = 'membership'
      ), 0)::bigint end as membership_minor, coalesce(m.payment_method, o.payment_method) as payment_method,
      coalesce(o.service_fee_minor, 0) as service_fee_minor, coalesce(o.service_tax_minor, 0) as service_tax_minor,
      coalesce(${transactionFeeWithTax(orgId, db)}, 0) as transaction_fee_minor, coalesce(o.rebate_minor, 0) as rebate_minor,
      coalesce(o.credit_minor, 0) as credit_minor, m.returned_taxes,
      case when o.taxes is not null then ${taxParts(orgId, db)} end as tax_parts
    from (
      (${pageOf(first)})
      ${others.map((source) => db`union all (${pageOf(source)})`)}
    ) as m
    left join orders o on o.org_id = ${orgId} and o.order_id = m.order_id
    order by m.at, m.kind collate "C", m.id
    limit ${most}`
}

/** All of a time at once, to be added up. */
export function allMovements(orgId: OrgId, db: Db, wanted: WantedMovements): Fragment {
  const pages = (Object.entries(sources) as [MovementKind, Source][]).map(([kind, source]) =>
    onePage(orgId, db, kind, source, { ...wanted, after: undefined, most: null }),
  )
  return db`${pages.map((page, index) => (index === 0 ? db`(${page})` : db`union all (${page})`))}`
}

type Paging = WantedMovements & { after: MovementRow | undefined; most: number | null }

function onePage(
  orgId: OrgId,
  db: Db,
  kind: MovementKind,
  source: Source,
  { from, until, eventId, after, most }: Paging,
) {
  const none = (type: Fragment) => db`null::${type}`
  const at = db(`t.${source.at}`)
  const id = db(`t.${source.id}`)
  const start = after ? fromMicroseconds(db, after.microseconds) : db`${from}::timestamptz`
  return db`
    select ${kind}::text as kind, ${id} as id, ${at} as at, ${source.orderId(db)} as order_id, ${source.amount(db)} as amount_minor,
      ${source.detail?.(db) ?? none(db`text`)} as detail, ${source.provider?.(db) ?? none(db`text`)} as provider,
      ${source.method?.(db) ?? none(db`text`)} as payment_method, ${source.reference?.(db) ?? none(db`text`)} as reference,
      ${source.surplus?.(db, orgId) ?? db`false`} as surplus, ${source.whole?.(db, orgId) ?? db`false`} as whole, ${source.currency(db)} as currency,
      ${source.taxes?.(db, orgId) ?? none(db`jsonb`)} as returned_taxes
    from ${db(source.table)} t
    ${source.joins?.(orgId, db) ?? db``}
    where t.org_id = ${orgId}
      and ${at} >= ${start}
      and ${at} < ${until}
      ${source.where?.(orgId, db) ?? db``}
      ${when(
        db,
        after,
        (row) =>
          db`and (${at}, ${kind}::text collate "C", ${id}) > (${fromMicroseconds(db, row.microseconds)}, ${row.kind}, ${row.id})`,
      )}
      ${when(
        db,
        eventId,
        (event) => db`
          and exists (
            select
            from orders e
            where e.org_id = ${orgId}
              and e.order_id = ${source.orderId(db)}
              and e.event_id = ${event}
          )`,
      )}
    order by ${at}, ${id}
    limit ${most}`
}
