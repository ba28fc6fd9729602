import { createKey } from '../../server/access/api-keys/key-store.ts'
import type { OrgId } from '../../server/access/principal.ts'
import { deviceOf } from '../../server/gates/devices/device.ts'
import { createOrganisation } from '../../server/people/organisation/create-organisation.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { organisationClock, systemClock } from '../../server/platform/values/clock.ts'

export type Stadium = {
  orgId: OrgId
  eventId: number
  gateId: number
  keys: string[]
  keyIds: number[]
  deviceIds: number[]
  /** Of the tickets, by their number from 0. */
  barcodeOf: (n: number) => string
  firstTicketId: number
}

/** An event that is about to begin, its tickets sold, and so many scanners. */
export async function seedStadium(url: string, tickets: number, devices: number): Promise<Stadium> {
  const sql = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  await migrate(sql)
  const orgId = await createOrganisation(sql, {
    name: 'Bench',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  await sql`
    update organisations
    set key_requests_per_minute = 10000000, key_requests_per_day = 1000000000, requests_per_day = 1000000000,
      publishable_requests_per_day = 1000000000, address_requests_per_minute = 10000000,
    address_requests_per_day = 1000000000, gate_key_requests_per_minute = 10000000,
      gate_key_requests_per_day = 1000000000`
  const id = async (table: string, column: string, columns: Record<string, string | number | Date>) => {
    const [row] = await sql<{ id: number }[]>`
      insert into ${sql(table)} ${sql({ org_id: orgId, ...columns })}
      returning ${sql(column)} as id`
    return row?.id ?? 0
  }
  const venue_id = await id('venues', 'venue_id', { name: 'Ground' })
  const gateId = await id('gates', 'gate_id', { venue_id, name: 'Gate A' })
  const starts_at = new Date(Date.now() + 3_600_000)
  const eventId = await id('events', 'event_id', {
    title: 'Derby',
    url_string: 'derby',
    currency: 'AUD',
    timezone: 'UTC',
    starts_at,
    venue_id,
    event_status_id: 1,
  })
  const category = { event_id: eventId, title: 'Stand', capacity: 1_000_000 }
  const of = { event_id: eventId, price_category_id: await id('price_categories', 'price_category_id', category) }
  const price_id = await id('prices', 'price_id', { ...of, title: 'Adult', price_minor: 0 })
  const confirmed = { order_status: 'confirmed', confirmed_at: new Date() }
  const money = { currency: 'AUD', price_minor: 0, total_minor: 0 }
  const order_id = await id('orders', 'order_id', { event_id: eventId, ...money, ...confirmed })
  const line = { ...of, price_id, order_id, quantity: 1, places: 1, price_minor: 0 }
  const line_id = await id('order_lines', 'order_line_id', line)
  await addTickets(sql, orgId, { ...of, price_id, order_id, line_id }, tickets)
  const [first] = await sql<{ id: number }[]>`select min(ticket_id) as id from tickets where org_id = ${orgId}`
  const barcodes = await sql<
    { barcode: string }[]
  >`select barcode from tickets where org_id = ${orgId} order by ticket_id`
  const keys = []
  const keyIds = []
  const deviceIds = []
  for (let n = 0; n < devices; n += 1) {
    const { secret, key_id } = await createKey(orgId, sql, { kind: 'gk', name: `Device ${n}` })
    keys.push(secret)
    keyIds.push(key_id)
    deviceIds.push(await deviceOf(orgId, sql, organisationClock(systemClock), key_id))
  }
  await sql`vacuum analyze`
  await sql.end()
  const barcodeOf = (n: number) => barcodes[n % barcodes.length]?.barcode ?? ''
  return { orgId, eventId, gateId, keys, keyIds, deviceIds, barcodeOf, firstTicketId: first?.id ?? 0 }
}

type Line = { event_id: number; price_category_id: number; price_id: number; order_id: number; line_id: number }

/** Barcodes as long as a signed one, and they and the names as hard to compress. */
const addTickets = (sql: Sql, orgId: OrgId, line: Line, count: number) => sql`
  insert into tickets (
    org_id, event_id, order_id, order_line_id, price_category_id, price_id, barcode, short_code, ticket_name, price_minor,
    created_at, changed_at
  )
  select ${orgId}, ${line.event_id}, ${line.order_id}, ${line.line_id}, ${line.price_category_id}, ${line.price_id},
    'ABCDEFGHIJKLM' || upper(encode(sha256(('ticket ' || n)::bytea) || sha256(('more ' || n)::bytea), 'hex')),
    upper(substr(md5('short ' || n), 1, 13)),
    initcap(substr(md5('first ' || n), 1, 6) || ' ' || substr(md5('last ' || n), 1, 9)), 0,
    now() - interval '1 day', now() - interval '1 day'
  from generate_series(1, ${count}::integer) n`
