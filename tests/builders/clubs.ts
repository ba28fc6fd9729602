import assert from 'node:assert/strict'
import { type House, openHouse, type Tenant } from '../harness/house.ts'
import { addSeatMap } from './seat-maps.ts'

export const START = Date.UTC(2027, 2, 13, 8, 30) / 1000

type Fields = Record<string, unknown>

/** A club with the few calls that tests of its offer make again and again. */
export async function openClub() {
  const house = await openHouse()
  return { house, ...clubOf(house, await house.organisation()) }
}

export function clubOf(house: House, tenant: Tenant) {
  const { orgId, key } = tenant
  const manage = (method: string, path: string, body?: Fields) =>
    house.call(method, `/v1/manage${path}`, body === undefined ? { key } : { key, body })
  const create = async (path: string, body: Fields) => {
    const { status, text, body: creation } = await manage('POST', path, body)
    assert.equal(status, 201, text)
    return creation
  }
  return {
    tenant,
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
      const newEvent = await this.event(event)
      const pool = await this.category(newEvent.event_id, category)
      return {
        event: newEvent,
        category: pool,
        price: await this.price(newEvent.event_id, pool.price_category_id, price),
      }
    },
    seatMap: () => addSeatMap(house, tenant),
  }
}

/** Status and the parameter of a refusal, which is what most of these tests are about. */
export const refusal = ({ status, body }: { status: number; body: { error?: Fields } }) => [status, body.error?.param]
