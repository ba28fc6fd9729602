import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { paramAt, type Requested } from '../baskets/requested-items.ts'
import type { Buyer } from '../sale/stages.ts'
import { buyerOf, type OrderBody } from './order-body.ts'

type Memberships = Requested['memberships']

/**
 * Why memberships cannot be paid in this way: what is owed on an invoice is owed whole, and what is given for nothing leaves no part for
 * later.
 */
export function payingRefusal({ payment_method }: OrderBody, memberships: Memberships): ApiError | undefined {
  const planned = memberships.find(({ optionId, isSpread }) => optionId !== null || isSpread)
  // An upgrade over the instalments that are open asks for nothing now, which is free without a reason too.
  const isAllLater = memberships.every(({ isSpread }) => isSpread)
  if (!planned || !(payment_method === 'invoice' || (payment_method === 'free' && !isAllLater))) return undefined
  const message =
    payment_method === 'invoice'
      ? 'An invoice is for the whole membership: sell it without a plan, or take its first part now.'
      : 'A membership for nothing has no plan.'
  const field = planned.isSpread ? 'over_open_instalments' : 'membership_payment_option_id'
  return invalidParameters([{ param: paramAt(planned.at, field), code: 'parameter_invalid', message }])
}

/** Who buys. Memberships have a customer: by the address that was given, else the one behind the member whose membership goes on. */
export async function findBuyer(orgId: OrgId, sql: Db, body: OrderBody, memberships: Memberships): Promise<Buyer> {
  const buyer = buyerOf(body)
  if (memberships.length === 0 || buyer.email !== null) return buyer
  const standing = memberships.find(({ memberId }) => memberId !== null)
  const [customer] = standing ? await findCustomerOf(orgId, sql, standing.memberId) : []
  if (standing && !customer) {
    const message = 'There is no such member.'
    throw new ApiError('resource_missing', { param: paramAt(standing.at, 'membership_member_id'), message })
  }
  if (!customer || customer.email === null) {
    const message = 'The buyer of a membership needs an e-mail address.'
    throw new ApiError('parameter_missing', { param: 'customer[email]', message })
  }
  const { email, first_name, last_name } = customer
  return { ...buyer, email, first_name: buyer.first_name ?? first_name, last_name: buyer.last_name ?? last_name }
}

const findCustomerOf = (orgId: OrgId, sql: Db, memberId: number | null) => sql<
  Pick<Buyer, 'email' | 'first_name' | 'last_name'>[]
>`
  select c.email_address as email, c.first_name, c.last_name
  from members m
  join customers c on c.org_id = ${orgId} and c.user_id = m.user_id
  where m.org_id = ${orgId}
    and m.membership_member_id = ${memberId}`
