import type { OrgId } from '../access/principal.ts'
import type { Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import type { Work } from '../manage/change-row.ts'

class More extends Error {}

/** Nobody orders as fast as this. */
const ATTEMPTS_MAX = 20

/**
 * Orders, tickets and members before the customer, as refunds, checkouts and changes of a member lock them. What became the
 * customer's while we waited for the customer has not been locked; whoever has it may be waiting for the customer in turn, so
 * then everything is let go and locked anew.
 */
export async function lockAll({ tx, orgId }: Work, userId: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    try {
      await tx.savepoint(async (inner) => {
        const before = await idsOf(inner, orgId, userId)
        await lockWhatIsTheirs(inner, orgId, userId)
        await inner`
          select 1
          from customers
          where org_id = ${orgId}
            and user_id = ${userId}
          for no key update`
        if ((await idsOf(inner, orgId, userId)) !== before) throw new More()
      })
      return
    } catch (error) {
      if (!(error instanceof More)) throw error
    }
  }
  throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
}

async function idsOf(tx: Tx, orgId: OrgId, userId: number): Promise<string> {
  const [ids] = await tx<{ orders: number[]; members: number[] }[]>`
    select array(
      select order_id
      from orders
      where org_id = ${orgId}
        and user_id = ${userId}
      order by order_id
    ) as orders, array(
      select membership_member_id
      from members
      where org_id = ${orgId}
        and user_id = ${userId}
      order by membership_member_id
    ) as members`
  return JSON.stringify(ids)
}

async function lockWhatIsTheirs(tx: Tx, orgId: OrgId, userId: number): Promise<void> {
  await tx`
    select 1
    from orders
    where org_id = ${orgId}
      and user_id = ${userId}
    order by order_id
    for no key update`
  await tx`
    select 1
    from orders o
    join customers c on c.org_id = o.org_id and lower(c.email_address collate "C") = lower(o.email_address collate "C")
    where o.org_id = ${orgId}
      and o.order_status = 'expired'
      and c.org_id = ${orgId}
      and c.user_id = ${userId}
    order by o.order_id
    for no key update of o`
  await tx`
    select 1
    from tickets t
    join orders o on o.org_id = t.org_id and o.order_id = t.order_id
    where t.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.user_id = ${userId}
    order by t.ticket_id
    for no key update of t`
  await tx`
    select 1
    from members
    where org_id = ${orgId}
      and user_id = ${userId}
    order by membership_member_id
    for no key update`
}
