import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { countryName } from '../../platform/values/countries.ts'
import { toMajor } from '../../platform/values/money.ts'
import { shopColumns, shopUrl } from '../shops/shop-address.ts'

export const Organisation = Type.Object(
  {
    org_id: Type.String(),
    mode: OneOf(['live', 'test'], { description: 'for ever; test is a sandbox, in which nobody is charged' }),
    name: Type.String(),
    company: Nullable(Type.String()),
    business_number: Nullable(Type.String()),
    payment_account_id: Nullable(Type.String({ description: 'the organisation’s account at the payment provider' })),
    country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
    country_name: Type.String({ description: 'in English' }),
    timezone: Type.String({ description: 'IANA name' }),
    currency: Type.String({ description: 'ISO 4217; what new events are priced in' }),
    language: Type.String({ description: 'of mails, where an order names none; BCP 47' }),
    contact_email: Nullable(Type.String({ description: 'where answers to mails go' })),
    ticket_page_url: Nullable(
      Type.String({ description: 'links in mails go to its /t/{secret}; null: to the pages of this service' }),
    ),
    shop_slug: Type.String({ description: 'the shop is at /shop/{shop_slug}/' }),
    shop_url: Type.String({
      description: 'where the shop is: at the host that was proven first, else by its slug; a slash at its end',
    }),
    logo_image: Nullable(Type.String()),
    background_image: Nullable(Type.String()),
    favicon: Nullable(Type.String()),
    background_color: Nullable(Type.String({ description: '#rrggbb' })),
    accent_color: Nullable(Type.String({ description: '#rrggbb; of buttons and links' })),
    ticket_terms: Nullable(Type.String({ description: 'small print on tickets' })),
    places_left_shown: OneOf(['number', 'few', 'none'], {
      description: 'what publishable keys are told: how many are left, only that few are, or only whether any are',
    }),
    few_places_left: Type.Integer({ description: 'as many, or fewer, are few' }),
    held_places_per_address: Nullable(
      Type.Integer({ description: 'places that one address may hold at once through publishable keys; null: no cap' }),
    ),
    address_requests_per_minute: Type.Integer({
      description: 'what publishable keys may ask from one address in a minute',
    }),
    address_requests_per_day: Type.Integer({ description: 'and in a day' }),
    refund_proof_amount: Type.Number({
      description: 'refunds of more than this ask staff to prove again who they are',
    }),
    transaction_fee_fixed: Type.Number({ description: 'on every order; major unit of the currency' }),
    transaction_fee_percentage: Type.Number({ description: 'of what an order costs without it' }),
    transaction_fee_max: Nullable(Type.Number({ description: 'the most that both are together; null: no cap' })),
    transaction_fee_free_orders: Type.Boolean({ description: 'also on orders that cost nothing otherwise' }),
    transaction_fee_boxoffice: Type.Boolean({ description: 'also at the box office' }),
    holder_changes: Type.Boolean({ description: 'holders rename tickets and pass them on by themselves' }),
    refund_request_hours: Nullable(
      Type.Integer({ description: 'buyers ask for a refund until so many hours before the event; null: not at all' }),
    ),
    card_readers: Type.Boolean({ description: 'the box office takes cards on readers' }),
  },
  { title: 'Organisation' },
)

export const OrganisationRow = Type.Object({
  org_id: Type.Integer(),
  mode: OneOf(['live', 'test']),
  name: Type.String(),
  company: Nullable(Type.String()),
  business_number: Nullable(Type.String()),
  payment_account_id: Nullable(Type.String()),
  country: Type.String(),
  timezone: Type.String(),
  currency: Type.String(),
  language: Type.String(),
  contact_email: Nullable(Type.String()),
  ticket_page_url: Nullable(Type.String()),
  logo_image: Nullable(Type.String()),
  background_image: Nullable(Type.String()),
  favicon: Nullable(Type.String()),
  background_color: Nullable(Type.String()),
  accent_color: Nullable(Type.String()),
  ticket_terms: Nullable(Type.String()),
  places_left_shown: OneOf(['number', 'few', 'none']),
  few_places_left: Type.Integer(),
  held_places_per_address: Nullable(Type.Integer()),
  address_requests_per_minute: Type.Integer(),
  address_requests_per_day: Type.Integer(),
  refund_proof_minor: Type.Integer(),
  transaction_fee_fixed_minor: Type.Integer(),
  transaction_fee_basis_points: Type.Integer(),
  transaction_fee_max_minor: Nullable(Type.Integer()),
  transaction_fee_free_orders: Type.Boolean(),
  transaction_fee_boxoffice: Type.Boolean(),
  holder_changes: Type.Boolean(),
  refund_request_hours: Nullable(Type.Integer()),
  card_readers: Type.Boolean(),
  shop_slug: Type.String(),
  shop_host: Nullable(Type.String()),
})
export type OrganisationRow = Static<typeof OrganisationRow>

export const organisationColumns = (orgId: OrgId, sql: Db) =>
  sql`org_id, mode, name, company, business_number, payment_account_id, country, timezone, currency, language, contact_email,
    ticket_page_url, logo_image,
    background_image, favicon, background_color, accent_color, ticket_terms, places_left_shown, few_places_left,
    held_places_per_address, address_requests_per_minute, address_requests_per_day, refund_proof_minor, transaction_fee_fixed_minor, transaction_fee_basis_points,
    transaction_fee_max_minor, transaction_fee_free_orders, transaction_fee_boxoffice, holder_changes,
    refund_request_hours, card_readers, ${shopColumns(orgId, sql)}`

export const toOrganisation = (row: OrganisationRow, publicUrl: string) =>
  ({
    org_id: String(row.org_id),
    mode: row.mode,
    name: row.name,
    company: row.company,
    business_number: row.business_number,
    payment_account_id: row.payment_account_id,
    country: row.country,
    country_name: countryName(row.country),
    timezone: row.timezone,
    currency: row.currency,
    language: row.language,
    contact_email: row.contact_email,
    ticket_page_url: row.ticket_page_url,
    shop_slug: row.shop_slug,
    shop_url: shopUrl(publicUrl, row),
    logo_image: row.logo_image,
    background_image: row.background_image,
    favicon: row.favicon,
    background_color: row.background_color,
    accent_color: row.accent_color,
    ticket_terms: row.ticket_terms,
    places_left_shown: row.places_left_shown,
    few_places_left: row.few_places_left,
    held_places_per_address: row.held_places_per_address,
    address_requests_per_minute: row.address_requests_per_minute,
    address_requests_per_day: row.address_requests_per_day,
    refund_proof_amount: toMajor(row.refund_proof_minor, row.currency),
    transaction_fee_fixed: toMajor(row.transaction_fee_fixed_minor, row.currency),
    transaction_fee_percentage: row.transaction_fee_basis_points / 100,
    transaction_fee_max:
      row.transaction_fee_max_minor === null ? null : toMajor(row.transaction_fee_max_minor, row.currency),
    transaction_fee_free_orders: row.transaction_fee_free_orders,
    transaction_fee_boxoffice: row.transaction_fee_boxoffice,
    holder_changes: row.holder_changes,
    refund_request_hours: row.refund_request_hours,
    card_readers: row.card_readers,
  }) satisfies Static<typeof Organisation>
