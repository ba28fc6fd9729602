import type { House, Tenant } from '../harness/house.ts'
import { addOffer } from './prices.ts'

/** A list of one category and one price, as staff make it of an event. */
export async function addPriceList(house: House, tenant: Tenant): Promise<number> {
  const { eventId } = await addOffer(house, tenant)
  const { body } = await house.call('POST', '/v1/manage/price_lists', {
    key: tenant.key,
    body: { title: 'League matches', event_id: eventId },
  })
  return body.price_list_id
}
