import type { Sql } from '../../server/platform/postgres/database.ts'
import type { Offer } from './seed-offer.ts'

const BLOCK = 100_000

/** Tickets that were sold before, two to an order, as a checkout leaves them but for the messages and the payments. */
export async function fillEvent(sql: Sql, { orgId, eventId, priceCategoryId, priceId }: Offer, tickets: number) {
  for (let done = 0; done < tickets; done += BLOCK) {
    const orders = Math.min(BLOCK, tickets - done) / 2
    await sql`
      with o as (
        insert into orders (org_id, event_id, order_status, currency, price_minor, total_minor, confirmed_at, email_address)
        select ${orgId}, ${eventId}, 'confirmed', 'AUD', 9000, 9000, now(), 'fan-' || n || '@example.com'
        from generate_series(1, ${orders}::integer) n
        returning order_id
      ), l as (
        insert into order_lines (org_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor)
        select ${orgId}, order_id, ${eventId}, ${priceCategoryId}, ${priceId}, 2, 2, 4500
        from o
        returning order_id, order_line_id
      )
      insert into tickets (org_id, event_id, order_id, order_line_id, price_category_id, price_id, price_minor, barcode)
      select ${orgId}, ${eventId}, order_id, order_line_id, ${priceCategoryId}, ${priceId}, 4500, gen_random_uuid()::text
      from l, generate_series(1, 2)`
  }
  await sql`
    update price_categories
    set sold = sold + ${tickets}
    where org_id = ${orgId}
      and price_category_id = ${priceCategoryId}`
  await sql`analyze`
}
