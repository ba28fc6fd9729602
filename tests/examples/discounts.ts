import { DiscountRow } from '../../server/programme/discounts/discount.ts'
import { addDiscount } from '../builders/discounts.ts'
import { addEvent } from '../builders/events.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import type { OperationExample } from './example.ts'
import { managed } from './managed.ts'

export const discountExamples: Record<string, OperationExample> = managed({
  one: 'Discount',
  many: 'Discounts',
  id: 'discount_id',
  row: DiscountRow,
  listPath: () => '/v1/manage/discounts',
  add: async (house, tenant) => (await addDiscount(house, tenant)).discountId,
  create: async (house, tenant) => {
    const body = { code: unique('EARLY'), event_id: await addEvent(house, tenant), amount: 5, uses_max: 100 }
    return { body, otherBody: { ...body, amount: 6 }, ids: { 'body.event_id': NOTHING } }
  },
  change: { body: { percentage: 15, available_until_unix: null }, otherBody: { percentage: 20 } },
})
