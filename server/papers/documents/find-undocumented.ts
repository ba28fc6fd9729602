import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Orders that were confirmed within a time and have no document, the earliest first. They are found by what was paid, owed or settled by credit, which
 * have indexes by time: an index on the orders themselves would be one more row to write in every sale. What costs nothing has no document.
 */
export async function findUndocumented(
  orgId: OrgId,
  sql: Db,
  { from, until }: { from: Date; until: Date },
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ order_id: number }[]>`
    select o.order_id
    from orders o
    where o.org_id = ${orgId}
      and o.order_id in (
        select p.order_id
        from payments p
        where p.org_id = ${orgId}
          and p.succeeded_at >= ${from}
          and p.succeeded_at <= ${until}
          and not p.surplus
        union all
        select d.order_id
        from debts d
        where d.org_id = ${orgId}
          and d.created_at >= ${from}
          and d.created_at <= ${until}
          and d.owed_by = 'fan'
        union all
        select c.order_id
        from orders c
        where c.org_id = ${orgId}
          and c.confirmed_at >= ${from}
          and c.confirmed_at <= ${until}
          and c.credit_minor is not null
      )
      and o.confirmed_at >= ${from}
      and o.confirmed_at <= ${until}
      and o.total_minor > 0
      and o.sales_channel <> 'import'
      and not exists (
        select 1
        from documents t
        where t.org_id = ${orgId}
          and t.source = 'order'
          and t.source_id = o.order_id
      )
    order by o.confirmed_at, o.order_id
    limit ${limit}`
  return rows.map(({ order_id }) => order_id)
}
