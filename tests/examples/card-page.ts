import { shopOf } from '../builders/baskets.ts'
import { addMember } from '../builders/members.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import { NO_BASKET, NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** A member by an order, with the secrets of both. */
export async function joined(house: House, tenant: Tenant) {
  const { addType, addOption } = membershipsOf(house, tenant)
  const membership_type_id = await addType()
  const membership_payment_option_id = await addOption()
  const shop = shopOf(house, tenant)
  const items = [{ membership_type_id, membership_payment_option_id, member: grace }]
  const { body: basket } = await shop.open({ items })
  const { body: order } = await shop.checkOut(basket.id)
  const memberId = Number(order.memberships[0].membership_member_id)
  const orderSecret = { 'x-order-secret': String(order.order_secret) }
  const path = `/v1/storefront/order/memberships/${memberId}/card_secret`
  const { body } = await house.call('POST', path, { key: tenant.key, headers: orderSecret })
  return { memberId, orderSecret, cardSecret: { 'x-card-secret': String(body.card_secret) } }
}

const ofCard: OperationExample = {
  rows: 'any',
  make: async (house, tenant) => ({ headers: (await joined(house, tenant)).cardSecret }),
}

export const cardPageExamples: Record<string, OperationExample> = {
  listRenewals: {
    rows: 'any',
    publishable: true,
    make: async (house, tenant) => {
      const { memberId } = await joined(house, tenant)
      await membershipsOf(house, tenant).addType({ title: 'Adult, next' })
      const { body: basket } = await shopOf(house, tenant).open()
      const body = { membership_member_id: memberId }
      await house.call('POST', `/v1/baskets/${basket.id}/member`, { key: tenant.key, body })
      return { params: { basket_id: String(basket.id) }, ids: { 'params.basket_id': NO_BASKET } }
    },
  },
  retrieveCardPage: ofCard,
  retrieveCardPagePdf: ofCard,
  createOwnCardSecret: {
    rows: 'any',
    publishable: true,
    make: async (house, tenant) => {
      const { memberId, orderSecret } = await joined(house, tenant)
      return {
        headers: orderSecret,
        params: { membership_member_id: memberId },
        ids: { 'params.membership_member_id': NOTHING },
      }
    },
  },
  revokeCardSecret: {
    rows: 'any',
    make: async (house, tenant) => ({
      params: { membership_member_id: await addMember(house, tenant) },
      ids: { 'params.membership_member_id': NOTHING },
    }),
  },
}
