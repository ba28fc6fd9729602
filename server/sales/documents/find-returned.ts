import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { ReturnedShare } from '../../programme/tax-rates/return-tax.ts'

/** What went back of an order whose document is issued: by a refund, as credit that it was paid with, or as a debt that is not asked for any more. */
export type ReturnedRow = {
  source: 'refund' | 'credit_entry' | 'debt_release'
  source_id: number
  order_id: number
  amount_minor: number
  taxes: ReturnedShare[] | null
  document_id: number
  label: string
  issued_on: string
}

/** The earliest first, of those within a time that have no credit note. */
export const findReturned = (orgId: OrgId, sql: Db, { from, until }: { from: Date; until: Date }, limit: number) =>
  sql<ReturnedRow[]>`
    select r.source, r.source_id, r.order_id, r.amount_minor, r.taxes, d.document_id, d.label, d.content #>> '{invoice,issuedOn}' as issued_on
    from (
      select 'refund' as source, f.refund_id as source_id, coalesce(f.order_id, p.order_id) as order_id, f.amount_minor, f.taxes, f.changed_at as at
      from refunds f
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id
      where f.org_id = ${orgId}
        and f.refund_status = 'succeeded'
        and f.changed_at >= ${from}
        and f.changed_at <= ${until}
        and not p.surplus
      union all
      select 'credit_entry', e.credit_entry_id, e.order_id, e.amount_minor, e.taxes, e.created_at
      from credit_entries e
      where e.org_id = ${orgId}
        and e.kind = 'returned'
        and e.created_at >= ${from}
        and e.created_at <= ${until}
      union all
      select 'debt_release', l.debt_release_id, t.order_id, l.amount_minor, l.taxes, l.created_at
      from debt_releases l
      join debts t on t.org_id = ${orgId} and t.debt_id = l.debt_id
      where l.org_id = ${orgId}
        and l.kind = 'cancelled'
        and l.amount_minor > 0
        and t.owed_by = 'fan'
        and l.created_at >= ${from}
        and l.created_at <= ${until}
    ) r
    join documents d on d.org_id = ${orgId} and d.source = 'order' and d.source_id = r.order_id
    where not exists (
      select 1
      from documents t
      where t.org_id = ${orgId}
        and t.source = r.source
        and t.source_id = r.source_id
    )
    order by r.at, r.source, r.source_id
    limit ${limit}`
