import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Integer, Nullable, Paragraphs, Text } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { Country } from '../../resources/fields.ts'
import { AddressLines } from '../../tickets/recipients/recipient.ts'
import { VatId } from '../../tickets/vat-checks/vat-id.ts'

export const settingsFields = {
  issuing: Type.Boolean({ description: 'what is sold gets documents, from when it is switched on' }),
  issuer_name: Text(200, { description: 'as the register has it' }),
  address_lines: AddressLines(1),
  postcode: Nullable(Text(20)),
  city: Nullable(Text(100)),
  country: Country,
  vat_id: Nullable(VatId),
  tax_number: Nullable(Text(50, { description: 'of the tax office' })),
  register_number: Nullable(Text(100, { description: 'of the register of companies or associations' })),
  recipient_hours: Integer({
    minimum: 0,
    maximum: 720,
    description: 'after the sale, in which buyers say for whom the document is; it is issued then',
  }),
  untaxed_reason: Nullable(Text(500, { description: 'why what bears no rate of tax has none, as documents say it' })),
  footer: Nullable(Paragraphs(500, { description: 'at the foot of every document' })),
}

export const DocumentSettings = Type.Object(
  {
    ...settingsFields,
    address_lines: AddressLines(0),
    vat_id: Nullable(Type.String({ description: 'with its country’s letters, without blanks' })),
    issued_from: Nullable(
      Type.Integer({ description: 'Unix seconds; what was sold from then on has documents; null: none are issued' }),
    ),
  },
  { title: 'DocumentSettings' },
)
export type DocumentSettings = Static<typeof DocumentSettings>

export const DocumentSettingsRow = Type.Object({
  issued_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  looked_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  issuer_name: Type.String(),
  address_lines: Type.Array(Type.String()),
  postcode: Nullable(Type.String()),
  city: Nullable(Type.String()),
  country: Type.String(),
  vat_id: Nullable(Type.String()),
  tax_number: Nullable(Type.String()),
  register_number: Nullable(Type.String()),
  recipient_hours: Type.Integer(),
  untaxed_reason: Nullable(Type.String()),
  footer: Nullable(Type.String()),
})
export type DocumentSettingsRow = Static<typeof DocumentSettingsRow>

export const selectSettings = (orgId: OrgId, sql: Db, lock = false) => sql<DocumentSettingsRow[]>`
  select issued_from, looked_until, issuer_name, address_lines, postcode, city, country, vat_id, tax_number, register_number,
    recipient_hours, untaxed_reason, footer
  from document_settings
  where org_id = ${orgId}
  ${lock ? sql`for update` : sql``}`

export const toSettings = (row: DocumentSettingsRow) =>
  ({
    issuing: row.issued_from !== null,
    issued_from: row.issued_from === null ? null : unixSeconds(row.issued_from),
    issuer_name: row.issuer_name,
    address_lines: row.address_lines,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    vat_id: row.vat_id,
    tax_number: row.tax_number,
    register_number: row.register_number,
    recipient_hours: row.recipient_hours,
    untaxed_reason: row.untaxed_reason,
    footer: row.footer,
  }) satisfies DocumentSettings

/** What an organisation that has said nothing begins with: its name and country, and no documents. */
export async function usualSettings(orgId: OrgId, sql: Db): Promise<DocumentSettings> {
  const [organisation] = await sql<{ issuer_name: string; country: string; register_number: string | null }[]>`
    select coalesce(company, name) as issuer_name, country, business_number as register_number
    from organisations
    where org_id = ${orgId}`
  return {
    issuing: false,
    issued_from: null,
    issuer_name: organisation?.issuer_name ?? '',
    address_lines: [],
    postcode: null,
    city: null,
    country: organisation?.country ?? '',
    vat_id: null,
    tax_number: null,
    register_number: organisation?.register_number ?? null,
    recipient_hours: 24,
    untaxed_reason: null,
    footer: null,
  }
}
