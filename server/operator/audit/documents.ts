import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** A series has drawn as many numbers as it has documents, from its first one on: none is missing, none was drawn and lost. */
export const documentNumbers: Check = (orgId, sql) => sql<Difference[]>`
  select 'document_series' as object, s.document_series_id::text as id, v.field, v.stored, v.counted
  from document_series s
  left join (
    select document_series_id, count(*) as documents, max(number) as last_number
    from documents
    where org_id = ${orgId}
    group by document_series_id
  ) d using (document_series_id)
  cross join lateral (
    values
      ('next_number', s.next_number, s.first_number + coalesce(d.documents, 0)),
      ('last_number', s.next_number - 1, coalesce(d.last_number, s.first_number - 1))
  ) as v (field, stored, counted)
  where s.org_id = ${orgId}
    and v.stored <> v.counted
  order by s.document_series_id, v.field
  limit ${DIFFERENCES_MAX}`

/** What was sold since documents are issued has one, of what it was sold for; some minutes are left to what is on its way. */
export const documentsOfOrders: Check = (orgId, sql) => sql<Difference[]>`
  select 'order' as object, o.order_id::text as id, 'document_minor' as field, coalesce(d.total_minor, 0) as stored, o.total_minor as counted
  from document_settings t
  join orders o on o.org_id = ${orgId}
  left join documents d on d.org_id = ${orgId} and d.source = 'order' and d.source_id = o.order_id
  where t.org_id = ${orgId}
    and o.confirmed_at >= t.issued_from
    and o.confirmed_at < t.looked_until - interval '10 minutes'
    and o.total_minor > 0
    and o.sales_channel <> 'import'
    and d.total_minor is distinct from o.total_minor
  order by o.order_id
  limit ${DIFFERENCES_MAX}`

/** Those of the operator to the organisation: as many as their last number says. */
export const operatorInvoiceNumbers: Check = (orgId, sql) => sql<Difference[]>`
  select 'operator_invoice' as object, max(number)::text as id, 'number' as field, max(number)::bigint as stored, count(*) as counted
  from operator_invoices
  where org_id = ${orgId}
  having max(number) <> count(*)`
