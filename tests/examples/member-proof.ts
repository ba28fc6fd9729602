import { uuidOfBasket } from '../../server/checkout/baskets/basket-state.ts'
import { BasketRow } from '../../server/checkout/baskets/find-baskets.ts'
import { sealMemberCode } from '../../server/checkout/member-proof/member-code.ts'
import { shopOf } from '../builders/baskets.ts'
import { addCustomer } from '../builders/customers.ts'
import { addMember } from '../builders/members.ts'
import { NO_BASKET, NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** A member whose address is known, and an open basket. */
async function buying(house: House, tenant: Tenant) {
  const email = `${unique('member')}@example.org`
  const { userId } = await addCustomer(house, tenant, { email_address: email })
  await addMember(house, tenant, { user_id: userId, membership_member_status_id: 1 })
  const { body } = await shopOf(house, tenant).open()
  return { email, basket_id: String(body.id), ids: { 'params.basket_id': NO_BASKET } }
}

export const memberProofExamples: Record<string, OperationExample> = {
  requestMemberCode: {
    rows: [BasketRow],
    publishable: true,
    make: async (house, tenant) => {
      const { email, basket_id, ids } = await buying(house, tenant)
      return { params: { basket_id }, ids, body: { email }, otherBody: { email: `not-${email}` } }
    },
  },
  proveMember: {
    rows: [BasketRow],
    publishable: true,
    make: async (house, tenant) => {
      const { email, basket_id, ids } = await buying(house, tenant)
      const uuid = uuidOfBasket(basket_id)
      const sealed = sealMemberCode(house.seal, tenant.orgId, uuid, { code: '123456', email })
      await house.sql`
        insert into member_codes (org_id, basket_id, code_sealed, expires_at)
        values (${tenant.orgId}, ${uuid}, ${sealed}, ${new Date(house.clock().getTime() + 600_000)})`
      return { params: { basket_id }, ids, body: { code: '123456' }, otherBody: { code: '654321' } }
    },
  },
  createSaleLink: {
    make: async (house, tenant) => ({
      params: { membership_member_id: await addMember(house, tenant) },
      ids: { 'params.membership_member_id': NOTHING },
      body: { valid_days: 7 },
      otherBody: { valid_days: 1 },
    }),
  },
}
