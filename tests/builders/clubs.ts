import assert from 'node:assert/strict'
import type { Sql, Tx } from '../../server/platform/postgres/database.ts'
import { awaitedLock } from '../harness/awaited-lock.ts'
import { type House, openHouse, type Tenant } from '../harness/house.ts'

export const START = Date.UTC(2027, 2, 13, 8, 30) / 1000

type Fields = Record<string, unknown>

/** A club with the few calls that tests of its offer make again and again. */
export async function openClub() {
  const house = await openHouse()
  return { house, ...clubOf(house, await house.organisation()) }
}

export function clubOf(house: House, { orgId, key }: Tenant) {
  const manage = (method: string, path: string, body?: Fields) =>
    house.call(method, `/v1/manage${path}`, body === undefined ? { key } : { key, body })
  const create = async (path: string, body: Fields) => {
    const { status, text, body: made } = await manage('POST', path, body)
    assert.equal(status, 201, text)
    return made
  }
  return {
    orgId,
    manage,
    create,
    event: (body: Fields = {}) => create('/events', { title: 'Round', event_start_unix: START, ...body }),
    venue: () => create('/venues', { name: 'Harbour Park' }),
    gate: (venueId: string) => create(`/venues/${venueId}/gates`, { name: 'North' }),
    category: (eventId: string, body: Fields = {}) =>
      create(`/events/${eventId}/price_categories`, { title: 'Terrace', capacity: 100, ...body }),
    price: (eventId: string, categoryId: number, body: Fields = {}) =>
      create(`/events/${eventId}/prices`, { price_category_id: categoryId, title: 'Adult', price: 25, ...body }),
    /** An event with one category and one price in it. */
    async offer(category: Fields = {}, price: Fields = {}, event: Fields = {}) {
      const made = await this.event(event)
      const pool = await this.category(made.event_id, category)
      return { event: made, category: pool, price: await this.price(made.event_id, pool.price_category_id, price) }
    },
    /** A seat map with one section, as rows. */
    async seatMap() {
      const [map] = await house.sql<{ seat_map_id: number }[]>`
        insert into seat_maps (org_id, title)
        values (${orgId}, 'Main stand')
        returning seat_map_id`
      const seatMapId = map?.seat_map_id ?? 0
      const [section] = await house.sql<{ seat_section_id: number }[]>`
        insert into seat_sections (org_id, seat_map_id, title)
        values (${orgId}, ${seatMapId}, 'A')
        returning seat_section_id`
      return { seatMapId, sectionId: section?.seat_section_id ?? 0 }
    },
  }
}

/** Status and the parameter of a refusal, which is what most of these tests are about. */
export const refusal = ({ status, body }: { status: number; body: { error?: Fields } }) => [status, body.error?.param]

/** Starts `work` while a transaction that has made `change` is still open, and commits that once `work` waits for it. */
export async function whileUncommitted<T>(sql: Sql, change: (tx: Tx) => Promise<unknown>, work: () => Promise<T>) {
  let working: Promise<T> | undefined
  await sql.begin(async (tx) => {
    await change(tx)
    working = work()
    await awaitedLock(sql)
  })
  if (!working) throw new Error('the transaction never came to the work')
  return working
}
