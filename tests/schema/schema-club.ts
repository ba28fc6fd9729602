import { randomUUID } from 'node:crypto'
import type { Db, Sql } from '../../server/platform/postgres/database.ts'

/** The least rows that an organisation needs for something to be sold, paid, let in and refused. */
export type Club = Awaited<ReturnType<typeof addClub>>

export type Columns = Record<string, string | number | boolean | Date | null>

const inAnHour = () => new Date(Date.now() + 3_600_000)

export async function addClub(sql: Sql) {
  const [org] = await sql<{ org_id: number }[]>`
    insert into organisations (name, country, timezone, currency)
    values ('Club', 'AU', 'Australia/Sydney', 'AUD')
    returning org_id`
  const orgId = idOf(org?.org_id)
  const row = async (table: string, columns: Columns): Promise<number> => {
    const values = { org_id: orgId, ...columns }
    const [added] = await sql`insert into ${sql(table)} ${sql(values)} returning *`
    // The first two columns of every table here are org_id and its own id.
    return idOf(Object.values(added ?? {})[1])
  }
  const userId = await row('customers', { org_customer_id: `cus_${orgId}` })
  const venueId = await row('venues', { name: 'Ground' })
  const gateId = await row('gates', { venue_id: venueId, name: 'Gate A' })
  const deviceId = await row('devices', { name: 'Scanner' })
  const seatMapId = await row('seat_maps', { title: 'Bowl' })
  await sql`
    insert into seat_sections (org_id, seat_map_id, title)
    values (${orgId}, ${seatMapId}, 'North')`
  const [section] = await sql<{ seat_section_id: number }[]>`
    select seat_section_id
    from seat_sections
    where org_id = ${orgId}`
  const seatId = await row('seats', {
    seat_map_id: seatMapId,
    seat_section_id: idOf(section?.seat_section_id),
    seat_title: '1',
    row_position: 0,
    seat_position: 0,
  })
  const event = { currency: 'AUD', timezone: 'Australia/Sydney', starts_at: new Date('2030-03-01T08:00:00Z') }
  const eventId = await row('events', { ...event, title: 'Derby', url_string: 'derby', seat_map_id: seatMapId })
  const otherEventId = await row('events', { ...event, title: 'Final', url_string: 'final' })
  const categoryId = await row('price_categories', { event_id: eventId, title: 'Stand', capacity: 10 })
  const price = { event_id: eventId, price_category_id: categoryId, price_minor: 1000 }
  const priceId = await row('prices', { ...price, title: 'Adult' })
  const limitedPriceId = await row('prices', { ...price, title: 'Early', limit_places: 3 })
  const order = (columns: Columns = {}) =>
    row('orders', { event_id: eventId, currency: 'AUD', price_minor: 1000, total_minor: 1000, ...columns })

  return {
    ...{ sql, orgId, userId, venueId, gateId, deviceId, seatMapId, seatId, eventId, otherEventId },
    ...{ categoryId, priceId, limitedPriceId, row, order },

    member: (columns: Columns = {}) =>
      row('members', {
        ...{ user_id: userId, first_name: 'Ada', last_name: 'Fan' },
        ...{ member_number: randomUUID(), barcode: randomUUID(), ...columns },
      }),

    async basket(): Promise<string> {
      const basketId = randomUUID()
      await sql`
        insert into baskets (org_id, basket_id, event_id, expires_at)
        values (${orgId}, ${basketId}, ${eventId}, ${inAnHour()})`
      return basketId
    },

    /** A basket with one held place. */
    async hold(expiresAt: Date | null = inAnHour()) {
      const basketId = await this.basket()
      const [item] = await sql<{ basket_item_id: number }[]>`
        insert into basket_items (
          org_id, basket_id, event_id, price_category_id, price_id, quantity, places,
          price_minor, rebate_minor, service_fee_minor, service_tax_minor
        )
        values (${orgId}, ${basketId}, ${eventId}, ${categoryId}, ${priceId}, 1, 1, 1000, 0, 0, 0)
        returning basket_item_id`
      const basketItemId = idOf(item?.basket_item_id)
      await sql`
        insert into holds (org_id, basket_id, basket_item_id, price_category_id, price_id, places, expires_at)
        values (${orgId}, ${basketId}, ${basketItemId}, ${categoryId}, ${priceId}, 1, ${expiresAt})`
      return { basketId, basketItemId, expiresAt }
    },

    async line(orderId: number, columns: Columns = {}): Promise<number> {
      const line = { event_id: eventId, price_category_id: categoryId, price_id: priceId, price_minor: 1000 }
      const values = { org_id: orgId, order_id: orderId, quantity: 1, places: 1, ...line, ...columns }
      const [added] = await sql`insert into order_lines ${sql(values)} returning order_line_id`
      return idOf(added?.order_line_id)
    },

    async ticket(columns: Columns = {}): Promise<number> {
      const orderId = await order()
      const lineId = await this.line(orderId)
      const line = { event_id: eventId, price_category_id: categoryId, price_id: priceId, price_minor: 1000 }
      return row('tickets', { order_id: orderId, order_line_id: lineId, barcode: randomUUID(), ...line, ...columns })
    },

    payment: (orderId: number, columns: Columns = {}) =>
      row('payments', {
        ...{ order_id: orderId, provider: 'test', idempotency_key: randomUUID() },
        ...{ amount_minor: 1000, currency: 'AUD', ...columns },
      }),

    scan: (columns: Columns = {}, db: Db = sql) => {
      const values = {
        ...{ org_id: orgId, event_id: eventId, gate_id: gateId, device_id: deviceId, nonce: randomUUID() },
        ...{ direction: 'entry', result: 'unknown', barcode: 'nobody', scanned_at: new Date(), ...columns },
      }
      return db<{ scan_id: number }[]>`insert into scans ${db(values)} returning scan_id`
    },
  }
}

export function idOf(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`not an id: ${value}`)
  return value
}
