import { OfferRow } from '../../server/programme/stock/pool.ts'
import { BasketDiscount } from '../../server/sales/baskets/basket-discount.ts'
import { ExpiredOrderRow } from '../../server/sales/baskets/close-baskets.ts'
import { BasketItemRow, BasketRow } from '../../server/sales/baskets/find-baskets.ts'
import { buyer, shopOf } from '../builders/baskets.ts'
import { addDiscount } from '../builders/discounts.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const NO_BASKET = `bsk_${'0'.repeat(32)}`

/** A basket with one item of a price that has places left. */
async function filled(house: House, tenant: Tenant) {
  const { priceId } = await addOffer(house, tenant)
  const basket_id = await shopOf(house, tenant).fill(priceId, 1)
  const { body } = await shopOf(house, tenant).read(basket_id)
  return { basket_id, item_id: Number(body.items[0].id), priceId }
}

export const basketExamples: Record<string, OperationExample> = {
  openBasket: {
    rows: [OfferRow],
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
  retrieveBasket: {
    rows: [BasketRow, BasketItemRow],
    publishable: true,
    make: async (house, tenant) => {
      const { basket_id } = await filled(house, tenant)
      return { params: { basket_id }, ids: { 'params.basket_id': NO_BASKET } }
    },
  },
  changeBasket: {
    rows: [BasketRow, BasketItemRow, BasketDiscount],
    publishable: true,
    make: async (house, tenant) => {
      const { basket_id } = await filled(house, tenant)
      return {
        params: { basket_id },
        ids: { 'params.basket_id': NO_BASKET },
        body: { discount_code: (await addDiscount(house, tenant)).code },
        otherBody: { discount_code: null },
      }
    },
  },
  abandonBasket: {
    rows: [BasketRow, BasketItemRow, ExpiredOrderRow],
    publishable: true,
    make: async (house, tenant) => {
      const { basket_id } = await filled(house, tenant)
      return { params: { basket_id }, ids: { 'params.basket_id': NO_BASKET } }
    },
  },
  addItem: {
    rows: [BasketRow, BasketItemRow, OfferRow],
    publishable: true,
    make: async (house, tenant) => {
      const { basket_id, priceId } = await filled(house, tenant)
      return {
        params: { basket_id },
        ids: { 'params.basket_id': NO_BASKET, 'body.price_id': NOTHING },
        body: { price_id: priceId, quantity: 2 },
        otherBody: { price_id: priceId, quantity: 1 },
      }
    },
  },
  changeItem: {
    rows: [BasketRow, BasketItemRow, OfferRow],
    publishable: true,
    make: async (house, tenant) => {
      const { basket_id, item_id } = await filled(house, tenant)
      return {
        params: { basket_id, item_id },
        ids: { 'params.basket_id': NO_BASKET, 'params.item_id': NOTHING },
        body: { quantity: 3 },
        otherBody: { quantity: 2 },
      }
    },
  },
  removeItem: {
    rows: [BasketRow, BasketItemRow],
    publishable: true,
    make: async (house, tenant) => {
      const { basket_id, item_id } = await filled(house, tenant)
      return {
        params: { basket_id, item_id },
        ids: { 'params.basket_id': NO_BASKET, 'params.item_id': NOTHING },
      }
    },
  },
  checkoutBasket: {
    rows: 'any',
    publishable: true,
    make: async (house, tenant) => {
      const { basket_id } = await filled(house, tenant)
      return {
        params: { basket_id },
        ids: { 'params.basket_id': NO_BASKET },
        body: { payment_method: 'pm_test_ok', customer: { ...buyer, email: `${unique('fan')}@example.org` } },
        otherBody: { payment_method: 'pm_test_ok', customer: { ...buyer, first_name: 'Eve' } },
      }
    },
  },
}
