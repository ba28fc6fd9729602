import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import type { SecretHolder } from '../../tickets/orders/order-secret.ts'

export const PageRecipient = Type.Object(
  {
    until_unix: Nullable(
      Type.Integer({ description: 'until when the buyer may say for whom the document is; null: no longer' }),
    ),
    by_peppol: Type.Boolean({ description: 'an invoice is sent by Peppol to the peppol_id that the buyer says' }),
    name: Nullable(
      Type.String({ description: 'of the company or person that it is for; null: a receipt without an address' }),
    ),
  },
  { title: 'PageRecipient' },
)
export type PageRecipient = Static<typeof PageRecipient>

type AwaitedDocument = {
  confirmed_at: Date
  recipient_hours: number
  is_issued: boolean
  by_peppol: boolean
  name: string | null
}

/** Null where the order gets no document, and for a holder who was passed a ticket. */
export async function findPageRecipient(
  { orgId, orderId, ticketId }: SecretHolder,
  sql: Db,
  now: Date,
): Promise<PageRecipient | null> {
  if (ticketId !== null) return null
  const [row] = await sql<AwaitedDocument[]>`
    select o.confirmed_at, s.recipient_hours, exists (
        select 1
        from documents d
        where d.org_id = ${orgId}
          and d.source = 'order'
          and d.source_id = o.order_id
      ) as is_issued, exists (
        select 1
        from peppol_access_points p
        where p.org_id = ${orgId}
      ) as by_peppol, coalesce(r.company, r.name) as name
    from orders o
    join document_settings s on s.org_id = ${orgId}
    left join document_recipients r on r.org_id = ${orgId} and r.order_id = o.order_id
    where o.org_id = ${orgId}
      and o.order_id = ${orderId}
      and o.confirmed_at >= s.issued_from
      and o.total_minor > 0
      and o.sales_channel <> 'import'`
  if (!row) return null
  const until = new Date(row.confirmed_at.getTime() + row.recipient_hours * HOUR_MS)
  const isOver = row.is_issued || until <= now
  return { until_unix: isOver ? null : unixSeconds(until), by_peppol: row.by_peppol, name: row.name }
}
