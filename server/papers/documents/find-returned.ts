import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { ReturnedShare } from '../../programme/tax-rates/return-tax.ts'

/** What went back of an order whose document is issued: by a refund, as credit that it was paid with, or as a debt that is not asked for any more. */
export type ReturnedRow = {
  source: 'refund' | 'credit_entry' | 'debt_release'
  /** The buyer has it; a refund that the club still owes is none of these, nor a debt that is not asked for. */
  is_paid: boolean
  source_id: number
  order_id: number
  amount_minor: number
  taxes: ReturnedShare[] | null
  document_id: number
  label: string
  issued_on: string
}

/**
 * The earliest first, of those within a time that have no credit note. What the club hands back itself is found when it begins to be owed, as the
 * books have it, not when it is handed out.
 */
export const findReturned = (orgId: OrgId, sql: Db, { from, until }: { from: Date; until: Date }, limit: number) =>
  sql<ReturnedRow[]>`
    select r.source, r.is_paid, r.source_id, r.order_id, r.amount_minor, r.taxes, d.document_id, d.label, d.content #>> '{invoice,issuedOn}' as issued_on
    from (
      select 'refund' as source, true as is_paid, f.refund_id as source_id, coalesce(f.order_id, p.order_id) as order_id, f.amount_minor, f.taxes, f.changed_at as at
      from refunds f
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id
      where f.org_id = ${orgId}
        and f.refund_status = 'succeeded'
        and f.changed_at >= ${from}
        and f.changed_at <= ${until}
        and not p.surplus
      union all
      select 'refund', false, f.refund_id, w.order_id, f.amount_minor, f.taxes, w.created_at
      from debts w
      join refunds f on f.org_id = ${orgId} and f.refund_id = w.refund_id and f.refund_status = 'owed'
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id and not p.surplus
      where w.org_id = ${orgId}
        and w.owed_by = 'club'
        and w.created_at >= ${from}
        and w.created_at <= ${until}
      union all
      select 'credit_entry', true, e.credit_entry_id, e.order_id, e.amount_minor, e.taxes, e.created_at
      from credit_entries e
      where e.org_id = ${orgId}
        and e.kind = 'returned'
        and e.created_at >= ${from}
        and e.created_at <= ${until}
      union all
      select 'debt_release', false, l.debt_release_id, t.order_id, l.amount_minor, l.taxes, l.created_at
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

/** What a credit note is taken back for: the refund came to nothing, or what was not asked for any more is asked for again. */
export type TakenBackRow = Omit<ReturnedRow, 'source'> & { source: 'failed_refund' | 'debt_release' }

/** The earliest first, of those within a time whose credit note was issued and not taken back. */
export const findTakenBack = (
  orgId: OrgId,
  sql: Db,
  { from, until }: { from: Date; until: Date },
  limit: number,
) => sql<TakenBackRow[]>`
  select b.source, b.is_paid, b.source_id, n.order_id, b.amount_minor, b.taxes, n.document_id, n.label, n.content #>> '{invoice,issuedOn}' as issued_on
  from (
    select 'failed_refund' as source, true as is_paid, f.refund_id as source_id, 'refund' as noted, f.refund_id as noted_id, f.amount_minor, f.taxes,
      f.changed_at as at
    from refunds f
    where f.org_id = ${orgId}
      and f.refund_status = 'failed'
      and f.changed_at >= ${from}
      and f.changed_at <= ${until}
    union all
    select 'debt_release', false, l.debt_release_id, 'debt_release', (
        select max(e.debt_release_id)
        from debt_releases e
        where e.org_id = ${orgId}
          and e.debt_id = l.debt_id
          and e.kind = 'cancelled'
          and e.amount_minor > 0
          and e.debt_release_id < l.debt_release_id
      ), -l.amount_minor, (
        select json_agg(json_build_object(
          'tax_rate_id', x.tax_rate_id, 'thousandths', x.thousandths, 'amount_minor', -x.amount_minor, 'tax_minor', -x.tax_minor
        ))
        from jsonb_to_recordset(l.taxes) as x (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
      )::jsonb, l.created_at
    from debt_releases l
    where l.org_id = ${orgId}
      and l.kind = 'cancelled'
      and l.amount_minor < 0
      and l.created_at >= ${from}
      and l.created_at <= ${until}
  ) b
  join documents n on n.org_id = ${orgId} and n.source = b.noted and n.source_id = b.noted_id
  where not exists (
    select 1
    from documents t
    where t.org_id = ${orgId}
      and t.source = b.source
      and t.source_id = b.source_id
  )
  order by b.at, b.source, b.source_id
  limit ${limit}`
