import type { OrgId } from '../../access/principal.ts'
import { shopColumns } from '../../people/shops/shop-address.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { toMinor } from '../../platform/values/money.ts'
import { severalCurrencies } from '../../programme/events/several-currencies.ts'
import type { MailTicket } from './mail-ticket.ts'
import type { MailedOrderRow } from './mailed-order.ts'

type Look = Pick<
  MailedOrderRow,
  | 'organisation'
  | 'country'
  | 'language'
  | 'organisation_language'
  | 'currency'
  | 'several_currencies'
  | 'timezone'
  | 'accent_color'
  | 'contact_email'
  | 'ticket_page_url'
  | 'shop_slug'
  | 'shop_host'
>

/** A made-up order, of an organisation as it is. */
export async function sampleOrder(orgId: OrgId, sql: Db, now: Date): Promise<MailedOrderRow> {
  const [look] = await sql<Look[]>`
    select name as organisation, country, language, language as organisation_language, currency, timezone, accent_color, contact_email, ticket_page_url,
      ${severalCurrencies(orgId, sql)} as several_currencies, ${shopColumns(orgId, sql)}
    from organisations g
    where org_id = ${orgId}`
  if (!look) throw new ApiError('resource_missing')
  const minor = (major: number) => toMinor(major, look.currency) ?? 0
  const startsAt = new Date(Math.ceil(now.getTime() / DAY_MS + 14) * DAY_MS)
  return {
    ...look,
    logo_image: null,
    order_id: 1042,
    order_status: 'confirmed',
    closed_at: null,
    secret_version: 0,
    email_address: null,
    first_name: 'Ada',
    price_minor: minor(60),
    discount_minor: minor(5),
    service_fee_minor: minor(4),
    service_tax_minor: minor(1),
    added_tax_minor: null,
    transaction_fee_minor: minor(2),
    total_minor: minor(62),
    taxes: null,
    refunded_minor: 0,
    paid_minor: null,
    owed_minor: null,
    owed_until: null,
    payment_method: 'card',
    event_id: 7,
    title: 'Home v Away',
    starts_at: startsAt,
    ends_at: null,
    doors_at: new Date(startsAt.getTime() - HOUR_MS),
    online_event: false,
    event_changed_at: now,
    cancelled_at: null,
    venue: 'The Stadium',
  }
}

export const sampleTickets = (): MailTicket[] =>
  ['12', '13'].map((seat_title, index) => ({
    ticket_id: 2001 + index,
    ticket_name: 'Ada Okafor',
    price_title: 'Adult',
    category_title: 'North Stand',
    section_label: 'North Stand',
    sub_section_title: 'Block 4',
    seat_level: null,
    seat_aisle: null,
    seat_row: 'K',
    seat_title,
    gate: 'C',
    entrance: 'past the club shop',
  }))
