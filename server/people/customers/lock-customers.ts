import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeContext } from '../../resources/change-row.ts'

/** The customer has come to have more orders or members than were locked. */
class MoreToLock extends Error {}

/** No customer orders so fast that everything has to be locked anew so often. */
const ATTEMPTS_MAX = 20

/**
 * Orders, tickets and members before the customers, as refunds, checkouts and changes of a member lock them. What became the
 * customer's while we waited for the customer has not been locked; the request that has it may be waiting for the customer in turn, so
 * then everything is let go and locked anew.
 *
 * Answers the unpaid orders, which know their buyer by the e-mail address alone.
 */
export async function lockCustomers({ tx, orgId }: ChangeContext, userIds: number[]): Promise<number[]> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    try {
      return (await tx.savepoint(async (inner) => {
        const idsBefore = await orderAndMemberIds(inner, orgId, userIds)
        const unpaidOrderIds = await lockOrdersAndMembers(inner, orgId, userIds)
        await inner`
          select 1
          from customers
          where org_id = ${orgId}
            and user_id = any (${userIds}::bigint[])
          order by user_id
          for no key update`
        if ((await orderAndMemberIds(inner, orgId, userIds)) !== idsBefore) throw new MoreToLock()
        return unpaidOrderIds
      })) as number[]
    } catch (error) {
      if (!(error instanceof MoreToLock)) throw error
    }
  }
  throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
}

async function orderAndMemberIds(tx: Tx, orgId: OrgId, userIds: number[]): Promise<string> {
  const [ids] = await tx<{ orders: number[]; members: number[] }[]>`
    select array(
      select order_id
      from orders
      where org_id = ${orgId}
        and user_id = any (${userIds}::bigint[])
      order by order_id
    ) as orders, array(
      select membership_member_id
      from members
      where org_id = ${orgId}
        and user_id = any (${userIds}::bigint[])
      order by membership_member_id
    ) as members`
  return JSON.stringify(ids)
}

async function lockOrdersAndMembers(tx: Tx, orgId: OrgId, userIds: number[]): Promise<number[]> {
  await tx`
    select 1
    from orders
    where org_id = ${orgId}
      and user_id = any (${userIds}::bigint[])
    order by order_id
    for no key update`
  const unpaidOrders = [
    ...(await lockPendingOrders(tx, orgId, userIds)),
    ...(await lockExpiredOrders(tx, orgId, userIds)),
  ]
  await tx`
    select 1
    from tickets t
    join orders o on o.org_id = t.org_id and o.order_id = t.order_id
    where t.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.user_id = any (${userIds}::bigint[])
    order by t.ticket_id
    for no key update of t`
  await tx`
    select 1
    from members
    where org_id = ${orgId}
      and user_id = any (${userIds}::bigint[])
    order by membership_member_id
    for no key update`
  return unpaidOrders.map(({ order_id }) => order_id)
}

/** Found event by event, each of which has few at a time: an index of the addresses would be written to by every sale. */
const lockPendingOrders = (tx: Tx, orgId: OrgId, userIds: number[]) => tx<{ order_id: number }[]>`
  select o.order_id
  from customers c
  join events e on e.org_id = c.org_id
  join orders o on o.org_id = e.org_id and o.event_id = e.event_id
  where c.org_id = ${orgId}
    and c.user_id = any (${userIds}::bigint[])
    and e.org_id = ${orgId}
    and o.org_id = ${orgId}
    and o.order_status = 'pending'
    and lower(o.email_address collate "C") = lower(c.email_address collate "C")
  order by o.order_id
  for no key update of o`

const lockExpiredOrders = (tx: Tx, orgId: OrgId, userIds: number[]) => tx<{ order_id: number }[]>`
  select o.order_id
  from customers c
  join orders o on o.org_id = c.org_id and lower(o.email_address collate "C") = lower(c.email_address collate "C")
  where c.org_id = ${orgId}
    and c.user_id = any (${userIds}::bigint[])
    and o.org_id = ${orgId}
    and o.order_status = 'expired'
  order by o.order_id
  for no key update of o`
