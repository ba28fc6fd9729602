import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { PeppolId, plainParticipantId } from '../../platform/e-invoice/participant-id.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { Country } from '../../resources/fields.ts'
import { noteVatChecks } from '../vat-checks/note-vat-checks.ts'
import { findVatCheck, VatCheck } from '../vat-checks/vat-check.ts'
import { plainVatId, VatId } from '../vat-checks/vat-id.ts'
import { suggestedFields, suggestRecipient } from './suggest-recipient.ts'

export const AddressLines = (minItems: number) =>
  Type.Array(Text(100), { minItems, maxItems: 3, description: 'street and number, and what else an envelope needs' })

/** For whom a document is, as buyers and staff say it. */
export const RecipientBody = Input({
  name: Text(200),
  company: Type.Optional(Nullable(Text(200))),
  address_lines: AddressLines(1),
  postcode: Type.Optional(Nullable(Text(20))),
  city: Text(100),
  country: Country,
  vat_id: Type.Optional(Nullable(VatId)),
  reference: Type.Optional(Nullable(Text(100, { description: 'what the buyer’s books call the purchase' }))),
  peppol_id: Type.Optional(Nullable(PeppolId)),
})

const contact = () => Nullable(ContactField())

export type Recipient = {
  name: string
  company: string | null
  address_lines: string[]
  postcode: string | null
  city: string
  country: string
  vat_id: string | null
  reference: string | null
}

export const DocumentRecipient = Type.Object(
  {
    order_id: Type.Integer(),
    given: Type.Boolean({ description: 'false: the order does not say; the document will be a receipt' }),
    issued: Type.Boolean({ description: 'the document is issued, so that it cannot be changed any more' }),
    name: contact(),
    company: contact(),
    address_lines: Type.Array(ContactField()),
    postcode: contact(),
    city: contact(),
    country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
    vat_id: contact(),
    reference: Nullable(Type.String()),
    vat_check: Nullable(VatCheck),
    peppol_id: contact(),
    suggested: Nullable(
      Type.Object(suggestedFields(ContactField), {
        description: 'what is known of the customer, where the order does not say; null: it has no customer',
      }),
    ),
  },
  { title: 'DocumentRecipient' },
)

type Found = { issued: boolean; user_id: number | null; recipient: StoredRecipient | null }

export async function findRecipient(orgId: OrgId, sql: Db, orderId: number): Promise<Static<typeof DocumentRecipient>> {
  const [row] = await sql<Found[]>`
    select exists (
        select 1
        from documents d
        where d.org_id = ${orgId}
          and d.source = 'order'
          and d.source_id = o.order_id
      ) as issued, o.user_id, case when r.order_id is not null then json_build_object(
        'name', r.name, 'company', r.company, 'address_lines', r.address_lines, 'postcode', r.postcode, 'city', r.city,
        'country', r.country, 'vat_id', r.vat_id, 'reference', r.reference, 'peppol_id', r.peppol_id
      ) end as recipient
    from orders o
    left join document_recipients r on r.org_id = ${orgId} and r.order_id = o.order_id
    where o.org_id = ${orgId}
      and o.order_id = ${orderId}`
  if (!row) throw new ApiError('resource_missing')
  const { issued, recipient, user_id: userId } = row
  const isAsked = recipient === null && userId !== null
  return {
    order_id: orderId,
    given: recipient !== null,
    issued,
    name: recipient?.name ?? null,
    company: recipient?.company ?? null,
    address_lines: recipient?.address_lines ?? [],
    postcode: recipient?.postcode ?? null,
    city: recipient?.city ?? null,
    country: recipient?.country ?? null,
    vat_id: recipient?.vat_id ?? null,
    reference: recipient?.reference ?? null,
    vat_check: recipient?.vat_id ? await findVatCheck(orgId, sql, orderId) : null,
    peppol_id: recipient?.peppol_id ?? null,
    suggested: isAsked ? await suggestRecipient(orgId, sql, userId) : null,
  }
}

/** With where the buyer takes invoices in Peppol. */
type StoredRecipient = Recipient & { peppol_id: string | null }

/** As it is stored: what was left out is null, and the VAT number as offices write it. */
export const toRecipientRow = ({ vat_id, peppol_id, ...body }: Static<typeof RecipientBody>): StoredRecipient => ({
  name: body.name,
  company: body.company ?? null,
  address_lines: body.address_lines,
  postcode: body.postcode ?? null,
  city: body.city,
  country: body.country,
  vat_id: vat_id ? plainVatId(vat_id) : null,
  reference: body.reference ?? null,
  peppol_id: peppol_id ? plainParticipantId(peppol_id) : null,
})

/** The settings are locked, as the worker does that issues documents: it reads this after it, or has issued the document by then. */
export async function storeRecipient(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  orderId: number,
  body: Static<typeof RecipientBody>,
): Promise<void> {
  await tx`
    select 1 as one
    from document_settings
    where org_id = ${orgId}
    for share`
  const { issued } = await findRecipient(orgId, tx, orderId)
  if (issued) throw new ApiError('state_conflict', { message: 'The document is issued already.' })
  const row = toRecipientRow(body)
  await tx`
    insert into document_recipients (org_id, order_id, name, company, address_lines, postcode, city, country, vat_id, reference, peppol_id,
      changed_at)
    values (${orgId}, ${orderId}, ${row.name}, ${row.company}, ${row.address_lines}, ${row.postcode}, ${row.city}, ${row.country}, ${row.vat_id},
      ${row.reference}, ${row.peppol_id}, ${now})
    on conflict (org_id, order_id) do update
    set name = excluded.name, company = excluded.company, address_lines = excluded.address_lines, postcode = excluded.postcode,
      city = excluded.city, country = excluded.country, vat_id = excluded.vat_id, reference = excluded.reference,
      peppol_id = excluded.peppol_id, changed_at = excluded.changed_at`
  for (const statement of noteVatChecks(orgId, tx, now, [{ order_id: orderId, vat_id: row.vat_id }])) await statement
}
