import { BasketDiscount } from '../../server/checkout/baskets/basket-discount.ts'
import { ExpiredOrderRow } from '../../server/checkout/baskets/close-baskets.ts'
import { BasketItemRow, BasketRow } from '../../server/checkout/baskets/find-baskets.ts'
import { FeeSettingRow } from '../../server/checkout/baskets/transaction-fee.ts'
import { OfferRow } from '../../server/programme/stock/pool.ts'
import { buyer, shopOf } from '../builders/baskets.ts'
import { addDiscount } from '../builders/discounts.ts'
import { addOffer } from '../builders/prices.ts'
import { paidAtBank } from '../builders/redirects.ts'
import { NO_BASKET, NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

/** A basket with one item of a price that has places left. */
async function filled(house: House, tenant: Tenant) {
  const { priceId } = await addOffer(house, tenant)
  const basket_id = await shopOf(house, tenant).fill(priceId, 1)
  const { body } = await shopOf(house, tenant).read(basket_id)
  return { basket_id, item_id: Number(body.items[0].id), priceId }
}

/** A request about a filled basket, and about its item where the path names one; `more` is what else is sent. */
type More = (basket: Awaited<ReturnType<typeof filled>>, house: House, tenant: Tenant) => Example | Promise<Example>

const ofBasket = (rows: OperationExample['rows'], more: More = () => ({})): OperationExample => ({
  ...(rows === undefined ? {} : { rows }),
  publishable: true,
  make: async (house, tenant) => {
    const basket = await filled(house, tenant)
    const { params = {}, ids = {}, ...sent } = await more(basket, house, tenant)
    return {
      params: { basket_id: basket.basket_id, ...params },
      ids: { 'params.basket_id': NO_BASKET, ...ids },
      ...sent,
    }
  },
})

const itemOf = ({ item_id }: { item_id: number }): Example => ({
  params: { item_id },
  ids: { 'params.item_id': NOTHING },
})

export const basketExamples: Record<string, OperationExample> = {
  openBasket: {
    rows: [OfferRow, FeeSettingRow],
    publishable: true,
    make: async (house, tenant) => {
      const { priceId } = await addOffer(house, tenant)
      return {
        ids: { 'body.items.0.price_id': NOTHING },
        body: { org: String(tenant.orgId), items: [{ price_id: priceId, quantity: 2 }] },
        otherBody: { org: String(tenant.orgId), discount_code: (await addDiscount(house, tenant)).code },
      }
    },
  },
  retrieveBasket: ofBasket([BasketRow, BasketItemRow]),
  changeBasket: ofBasket([BasketRow, BasketItemRow, BasketDiscount], async (_basket, house, tenant) => ({
    body: { discount_code: (await addDiscount(house, tenant)).code },
    otherBody: { discount_code: null },
  })),
  abandonBasket: ofBasket([BasketRow, BasketItemRow, ExpiredOrderRow]),
  addItem: ofBasket([BasketRow, BasketItemRow, OfferRow], ({ priceId }) => ({
    ids: { 'body.price_id': NOTHING },
    body: { price_id: priceId, quantity: 2 },
    otherBody: { price_id: priceId, quantity: 1 },
  })),
  changeItem: ofBasket([BasketRow, BasketItemRow, OfferRow], (basket) => ({
    ...itemOf(basket),
    body: { quantity: 3 },
    otherBody: { quantity: 2 },
  })),
  removeItem: ofBasket([BasketRow, BasketItemRow], itemOf),
  checkoutBasket: ofBasket('any', () => ({
    body: { payment_method: 'pm_test_ok', customer: { ...buyer, email: `${unique('fan')}@example.org` } },
    otherBody: { payment_method: 'pm_test_ok', customer: { ...buyer, first_name: 'Eve' } },
  })),
  cancelBasketPayment: ofBasket('any'),
  settlePaymentReturn: {
    rows: 'any',
    publishable: true,
    make: async (house, tenant) => ({
      body: { payment_return: await paidAtBank(house, tenant) },
      otherBody: { payment_return: await paidAtBank(house, tenant) },
    }),
  },
}
