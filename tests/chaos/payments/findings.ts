import type { OrgId } from '../../../server/access/principal.ts'
import { auditBooks } from '../../../server/operator/audit/audit.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import type { Finding } from '../run.ts'
import type { BankLog } from './fan.ts'

type Figures = {
  twice: number
  unaccounted: number
  captured: number
  lost: number
  invented: number
  unfinished: number
  confirmed_unpaid: number
}

/** When days have passed: what the bank took, what the orders say and what the fans were told are one. */
export async function findingsOf(
  sql: Sql,
  { orgId }: { orgId: OrgId },
  log: BankLog,
  heldAfter: number,
): Promise<Finding[]> {
  const figures = await read(orgId, sql)
  const confirmed = await confirmedOrders(orgId, sql)
  const broken = [...log.paid].filter((orderId) => !confirmed.has(orderId))
  const differences = await auditBooks(orgId, sql)
  const endings = Object.entries(log.endings).map(([ending, fans]) => `${fans} × ${ending}`)
  const none = (promise: string, left: number, of: string): Finding => ({
    promise,
    figure: `${left} ${of}`,
    kept: left === 0,
  })
  return [
    { promise: 'the ways in which it ended', figure: endings.join(', '), kept: true },
    none('every answer is documented', log.undocumented.length, `are not ${log.undocumented.slice(0, 3).join(', ')}`),
    none('no order is paid twice', figures.twice, 'orders have two payments that were kept'),
    none('who paid has the tickets or the money back', figures.unaccounted, `of ${figures.captured} have neither`),
    none('no ticket is given for nothing', figures.confirmed_unpaid, 'confirmed orders without their money'),
    none('what the bank took is on record', figures.lost, 'payments that the bank took are lost'),
    none('nothing is on record that the bank did not take', figures.invented, 'payments are invented'),
    none('no place is kept for ever', heldAfter, 'places held after the last deadline'),
    none('nothing is left undecided', figures.unfinished, 'payments and baskets without an end'),
    none('who was told so has the tickets', broken.length, `of ${log.paid.size} have not`),
    none('the audit finds no difference', differences.length, JSON.stringify(differences.slice(0, 3))),
  ]
}

async function read(orgId: OrgId, sql: Sql): Promise<Figures> {
  const [figures] = await sql<Figures[]>`
    with paid as (
      select p.payment_id, p.order_id, p.provider_reference, p.amount_minor, p.refunded_minor, o.order_status, o.total_minor
      from payments p
      join orders o on o.org_id = p.org_id and o.order_id = p.order_id
      where p.org_id = ${orgId}
        and p.payment_status = 'succeeded'
    ), of_orders as (
      select o.order_id, o.order_status, o.total_minor, coalesce(sum(p.amount_minor - p.refunded_minor), 0) as kept_minor,
        count(p.payment_id) filter (where p.refunded_minor < p.amount_minor) as kept_payments
      from orders o
      left join paid p using (order_id)
      where o.org_id = ${orgId}
      group by o.order_id, o.order_status, o.total_minor
    )
    select (
      select count(*)
      from of_orders
      where kept_payments > 1
    )::integer as twice, (
      select count(*)
      from of_orders
      where order_status <> 'confirmed'
        and kept_minor > 0
    )::integer as unaccounted, (
      select count(*)
      from paid
    )::integer as captured, (
      select count(*)
      from of_orders
      where order_status = 'confirmed'
        and kept_minor <> total_minor
    )::integer as confirmed_unpaid, (
      select count(*)
      from test_bank_payments b
      where b.org_id = ${orgId}
        and b.ending = 'paid'
        and not exists (
          select 1
          from paid
          where paid.provider_reference = b.reference
        )
    )::integer as lost, (
      select count(*)
      from paid
      where provider_reference like 'pay_test_redirect_%'
        and not exists (
          select 1
          from test_bank_payments b
          where b.org_id = ${orgId}
            and b.reference = paid.provider_reference
            and b.ending = 'paid'
        )
    )::integer as invented, (
      select count(*)
      from payments
      where org_id = ${orgId}
        and payment_status not in ('succeeded', 'failed', 'cancelled')
    )::integer + (
      select count(*)
      from baskets
      where org_id = ${orgId}
        and basket_status in ('open', 'paying')
    )::integer as unfinished`
  if (!figures) throw new Error('nothing was counted')
  return figures
}

async function confirmedOrders(orgId: OrgId, sql: Sql): Promise<Set<number>> {
  const rows = await sql<{ order_id: number }[]>`
    select o.order_id
    from orders o
    where o.org_id = ${orgId}
      and o.order_status = 'confirmed'
      and exists (
        select 1
        from tickets t
        where t.org_id = ${orgId}
          and t.order_id = o.order_id
      )`
  return new Set(rows.map(({ order_id }) => order_id))
}
