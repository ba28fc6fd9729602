import { addEvent } from '../examples/events.ts'
import type { Answer, House, Tenant } from '../harness/house.ts'
import { addRow } from './rows.ts'

/** A live event with one pool and one price in it. */
export async function addOffer(
  house: House,
  tenant: Tenant,
  {
    capacity = 10,
    price = {},
    event = {},
  }: { capacity?: number; price?: Record<string, unknown>; event?: Record<string, unknown> } = {},
) {
  const eventId = await addEvent(house, tenant, { event_status_id: 1, ...event })
  const pool = { event_id: eventId, title: 'Stand', capacity }
  const priceCategoryId = await addRow(house, tenant, 'price_categories', 'price_category_id', pool)
  const priceId = await addPriceIn(house, tenant, { eventId, priceCategoryId }, price)
  return { eventId, priceCategoryId, priceId }
}

export const addPriceIn = (
  house: House,
  tenant: Tenant,
  { eventId, priceCategoryId }: { eventId: number; priceCategoryId: number },
  price: Record<string, unknown> = {},
): Promise<number> =>
  addRow(house, tenant, 'prices', 'price_id', {
    event_id: eventId,
    price_category_id: priceCategoryId,
    title: 'Adult',
    price_minor: 2500,
    service_fee_minor: 200,
    service_tax_minor: 20,
    rebate_minor: 50,
    ...price,
  })

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

/** What the pool says, and what its rows add up to. They must agree at any moment at which nothing is under way. */
export async function poolOf({ sql }: House, { orgId }: Tenant, priceCategoryId: number) {
  const [pool] = await sql<{ capacity: number; sold: number; held: number; tickets: number; holds: number }[]>`
    select c.capacity, c.sold, c.held, (
      select count(*)
      from tickets t
      where t.org_id = c.org_id
        and t.price_category_id = c.price_category_id
        and t.ticket_status_id in (0, 1)
    ) as tickets, (
      select coalesce(sum(h.places), 0)::bigint
      from holds h
      where h.org_id = c.org_id
        and h.price_category_id = c.price_category_id
    ) as holds
    from price_categories c
    where c.org_id = ${orgId}
      and c.price_category_id = ${priceCategoryId}`
  if (!pool) throw new Error('no such pool')
  return pool
}
