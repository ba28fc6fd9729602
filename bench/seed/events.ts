import type { OrgId } from '../../server/access/principal.ts'
import type { Db } from '../../server/platform/postgres/database.ts'

export const CATEGORIES = 4
const GATES = 6
const DEVICES = 20

type Ids = { id: number }[]
const idsOf = (rows: Ids): number[] => rows.map(({ id }) => id).toSorted((a, b) => a - b)

/** So many events at one venue, each with four categories and two prices in every one. */
export async function addEvents(orgId: OrgId, sql: Db, count: number) {
  const [venue] = await sql<Ids>`
    insert into venues (org_id, name, timezone)
    values (${orgId}, 'Ground', 'Australia/Sydney')
    returning venue_id as id`
  const venueId = venue?.id ?? 0
  const gates = await sql<Ids>`
    insert into gates (org_id, venue_id, name)
    select ${orgId}, ${venueId}, 'Gate ' || n
    from generate_series(1, ${GATES}::int) n
    returning gate_id as id`
  const devices = await sql<Ids>`
    insert into devices (org_id, name)
    select ${orgId}, 'Scanner ' || n
    from generate_series(1, ${DEVICES}::int) n
    returning device_id as id`
  const events = await sql<Ids>`
    insert into events (
      org_id, title, venue_id, url_string, currency, timezone, starts_at, ends_at, event_status_id, published_at
    )
    select ${orgId}, 'Round ' || n, ${venueId}, 'round-' || n, 'AUD', 'Australia/Sydney', at, at + interval '3 hours', 1,
      at - interval '90 days'
    from generate_series(1, ${count}::int) n
    cross join lateral (select timestamptz '2025-03-01 08:30:00Z' + n * interval '7 days' as at) start
    returning event_id as id`
  const eventIds = idsOf(events)
  await sql`
    insert into price_categories (org_id, event_id, title, order_by, capacity)
    select ${orgId}, event_id, 'Category ' || n, n, 100000
    from unnest(${eventIds}::bigint[]) event_id
    cross join generate_series(1, ${CATEGORIES}::int) n`
  await sql`
    insert into prices (org_id, event_id, price_category_id, title, price_minor, service_fee_minor, service_tax_minor, rebate_minor)
    select ${orgId}, c.event_id, c.price_category_id, sold.title, sold.price_minor, 300, 30, 100
    from price_categories c
    cross join (values ('Adult', 5000), ('Child', 2500)) as sold (title, price_minor)
    where c.org_id = ${orgId}`
  return { eventIds, gateIds: idsOf(gates), deviceIds: idsOf(devices) }
}
