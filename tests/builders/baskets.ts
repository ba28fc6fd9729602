import { randomUUID } from 'node:crypto'
import type { Sql } from '../../server/platform/postgres/database.ts'
import type { Answer, House } from '../harness/house.ts'
import { countPlaces, offerColumns, offerOf } from './prices.ts'
import { addRow, type Owner } from './rows.ts'

export const buyer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }

/** The calls of one tenant's shop. */
export const shopOf = (house: House, { key }: { key: string }) => {
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    house.call(method, path, { key, headers, ...(body ? { body } : {}) })
  const open = (body: object = {}) => call('POST', '/v1/baskets', body)
  const add = (id: string, body: object, headers?: Record<string, string>) =>
    call('POST', `/v1/baskets/${id}/items`, body, headers)
  const checkOut = (id: string, body: object = {}, headers?: Record<string, string>): Promise<Answer> =>
    call('POST', `/v1/baskets/${id}/checkout`, { payment_method: 'pm_test_ok', customer: buyer, ...body }, headers)
  /** Opens a basket and puts so many of a price into it; the id is the basket's. */
  const fill = async (priceId: number, quantity: number, openWith: object = {}): Promise<string> => {
    const opened = await open(openWith)
    const added = await add(opened.body.id, { price_id: priceId, quantity })
    if (added.status !== 201) throw new Error(`could not add: ${added.text}`)
    return opened.body.id
  }
  return { call, open, add, fill, checkOut, read: (id: string) => call('GET', `/v1/baskets/${id}`) }
}

/** A basket with one item that keeps places until `expiresAt`; without it, for as long as its order is being paid. */
export function holdPlaces(
  { sql }: { sql: Sql },
  owner: Owner,
  priceId: number,
  places: number,
  expiresAt?: Date,
): Promise<unknown> {
  return sql.begin(async (tx) => {
    const store = { sql: tx }
    const { offer, priceMinor } = await offerOf(store, owner, priceId)
    const { event_id, ...pool } = offerColumns(offer)
    const basket_id = randomUUID()
    await addRow(store, owner, 'baskets', 'event_id', {
      ...{ basket_id, event_id },
      ...{ expires_at: expiresAt ?? new Date('2100-01-01'), created_at: new Date(0) },
    })
    const basket_item_id = await addRow(store, owner, 'basket_items', 'basket_item_id', {
      ...{ ...pool, event_id, basket_id, quantity: places, places },
      ...{ price_minor: priceMinor, rebate_minor: 0, service_fee_minor: 0, service_tax_minor: 0 },
    })
    const hold = { ...pool, basket_id, basket_item_id, places, expires_at: expiresAt ?? null }
    await addRow(store, owner, 'holds', 'basket_item_id', hold)
    await countPlaces(store, owner, offer, { held: places })
  })
}
