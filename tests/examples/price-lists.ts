import { OfferCategoryRow, OfferPriceRow } from '../../server/programme/price-lists/offer.ts'
import { PriceListRow } from '../../server/programme/price-lists/price-list.ts'
import { addPriceList } from '../builders/price-lists.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import type { OperationExample } from './example.ts'
import { managed } from './managed.ts'

const examples = managed({
  one: 'PriceList',
  many: 'PriceLists',
  id: 'price_list_id',
  row: PriceListRow,
  listPath: () => '/v1/manage/price_lists',
  add: addPriceList,
  create: async (house, tenant) => {
    const { eventId } = await addOffer(house, tenant)
    const body = { title: 'League matches', event_id: eventId }
    return { body, otherBody: { ...body, title: 'Cup' }, ids: { 'body.event_id': NOTHING } }
  },
  change: { body: { title: 'Friendlies' }, otherBody: { title: 'Cup' } },
})

export const priceListExamples: Record<string, OperationExample> = {
  ...examples,
  createPriceList: { ...examples.createPriceList, rows: [PriceListRow, OfferCategoryRow, OfferPriceRow] },
}
