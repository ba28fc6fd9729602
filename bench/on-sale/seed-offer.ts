import { createKey } from '../../server/access/api-keys/key-store.ts'
import type { OrgId } from '../../server/access/principal.ts'
import { createOrganisation } from '../../server/people/organisation/create-organisation.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'

export type Offer = { orgId: OrgId; key: string; eventId: number; priceCategoryId: number; priceId: number }

/** An organisation without limits to speak of, with one live event, one pool and one price. */
export async function seedOffer(url: string, capacity: number): Promise<Offer> {
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
      gate_key_requests_per_day = 1000000000
    where org_id = ${orgId}`
  const { secret } = await createKey(orgId, sql, { kind: 'sk' })
  const offer = await addOffer(sql, orgId, capacity)
  await sql.end()
  return { orgId, key: secret, ...offer }
}

export async function addOffer(sql: Sql, orgId: OrgId, capacity: number): Promise<Omit<Offer, 'orgId' | 'key'>> {
  const [event] = await sql<{ event_id: number }[]>`
    insert into events (org_id, title, url_string, currency, timezone, starts_at, event_status_id, published_at)
    values (${orgId}, 'Final', ${`final-${Date.now()}`}, 'AUD', 'Australia/Sydney', now() + interval '30 days', 1, now())
    returning event_id`
  const eventId = event?.event_id ?? 0
  const [pool] = await sql<{ price_category_id: number }[]>`
    insert into price_categories (org_id, event_id, title, capacity)
    values (${orgId}, ${eventId}, 'Stand', ${capacity})
    returning price_category_id`
  const priceCategoryId = pool?.price_category_id ?? 0
  const [price] = await sql<{ price_id: number }[]>`
    insert into prices (org_id, event_id, price_category_id, title, price_minor, service_fee_minor, service_tax_minor)
    values (${orgId}, ${eventId}, ${priceCategoryId}, 'Adult', 4500, 350, 35)
    returning price_id`
  return { eventId, priceCategoryId, priceId: price?.price_id ?? 0 }
}
