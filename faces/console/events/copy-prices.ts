import type { Grandstand } from '@grandstand/sdk'
import { concessionOf } from './concession.ts'

/** Categories and prices of one event for another. Their sale windows were of the other's date, so they stay behind; so do seats. */
export async function copyPrices(api: Grandstand, fromEventId: string, toEventId: string): Promise<void> {
  const newIds = new Map<number, number>()
  for await (const category of api.prices.listCategories(fromEventId)) {
    if (category.price_category_status === 'archived') continue
    const { title, capacity, section_label, order_by } = category
    const created = await api.prices.createCategory(toEventId, { title, capacity, section_label, order_by })
    newIds.set(category.price_category_id, created.price_category_id)
  }
  for await (const price of api.prices.listManaged(fromEventId)) {
    const price_category_id = newIds.get(price.price_category_id)
    if (price.price_status === 'archived' || price_category_id === undefined) continue
    await api.prices.create(toEventId, {
      price_category_id,
      title: price.title,
      price: price.price,
      service_fee: price.service_fee,
      service_tax: price.service_tax,
      rebate: price.rebate,
      group_ticket: price.group_ticket,
      tickets_included: price.tickets_included,
      max_per_order: price.max_per_order,
      max_per_customer: price.max_per_customer,
      membership_type_ids: price.membership_type_ids,
      max_per_member: price.max_per_member,
      show_online: price.show_online,
      show_boxoffice: price.show_boxoffice,
      scanning_flag: price.scanning_flag,
      concession: concessionOf(price.concession),
      gate_check: price.gate_check,
      limit_places: price.limit_places,
      order_by: price.order_by,
    })
  }
}
