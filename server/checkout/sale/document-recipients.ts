import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { RecipientBody, toRecipientRow } from '../../tickets/recipients/recipient.ts'
import type { InvoiceAddress } from '../../tickets/recipients/take-over-address.ts'
import { dropVatChecks, noteVatChecks } from '../../tickets/vat-checks/note-vat-checks.ts'
import type { DraftedOrder } from './stages.ts'

/** For whom the invoice is, as a part of a checkout. */
export const recipientField = { document_recipient: Type.Optional(Nullable(RecipientBody)) }

type RecipientGiven = { document_recipient?: Static<typeof RecipientBody> | null | undefined }

/** As a part of a checkout request; nothing where nothing was said. */
export const recipientIn = ({ document_recipient: recipient }: RecipientGiven) => (recipient ? { recipient } : {})

export type RecipientOfOrder = InvoiceAddress & { order_id: number }

export const findRecipientsOf = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<RecipientOfOrder[]>`
  select order_id, company, address_lines, postcode, city, country
  from document_recipients
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])`

/** With the order, so that no worker issues a receipt before it is there. What an attempt before said, and this one does not, counts no more. */
export function noteRecipients(orgId: OrgId, tx: Tx, now: Date, drafts: DraftedOrder[]): Unsent[] {
  const given = drafts.flatMap(({ order, request: { recipient } }) =>
    recipient ? [{ order_id: order.order_id, ...toRecipientRow(recipient) }] : [],
  )
  // A card that is tried again at a reader is the same sale, and says nothing of its buyer.
  const withdrawn = drafts.flatMap(({ order, redrafted, request: { recipient, channel } }) =>
    redrafted && !recipient && channel !== 'boxoffice' ? [order.order_id] : [],
  )
  return [
    ...(given.length > 0
      ? [
          tx`
            insert into document_recipients (org_id, order_id, name, company, address_lines, postcode, city, country, vat_id, reference, peppol_id,
              changed_at)
            select ${orgId}, r.order_id, r.name, r.company, r.address_lines, r.postcode, r.city, r.country, r.vat_id, r.reference, r.peppol_id,
              ${now}
            from json_to_recordset(${JSON.stringify(given)}::json) as r (
              order_id bigint, name text, company text, address_lines text[], postcode text, city text, country text, vat_id text, reference text,
              peppol_id text
            )
            on conflict (org_id, order_id) do update
            set name = excluded.name, company = excluded.company, address_lines = excluded.address_lines, postcode = excluded.postcode,
              city = excluded.city, country = excluded.country, vat_id = excluded.vat_id, reference = excluded.reference,
              peppol_id = excluded.peppol_id, changed_at = excluded.changed_at`,
          ...noteVatChecks(orgId, tx, now, given),
        ]
      : []),
    ...(withdrawn.length > 0
      ? [
          ...dropVatChecks(orgId, tx, withdrawn),
          tx`
            delete from document_recipients
            where org_id = ${orgId}
              and order_id = any (${withdrawn}::bigint[])`,
        ]
      : []),
  ]
}
