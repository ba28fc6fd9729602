import type { OrgId } from '../../access/principal.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import { atShard } from '../../platform/postgres/at-shard.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { BasketMembershipRow } from '../membership-sale/basket-memberships.ts'

/** An order of memberships that is about to count. */
export type MembershipSale = { orderId: number; email: string | null; memberships: BasketMembershipRow[] }

/**
 * For each sale, in the order of arrival, why its buyer cannot have so many memberships of a type: those that the customer with this address
 * has, and those in orders of it that are being paid, count together. Who goes on as a member of the type has theirs already. Null where
 * they can, and then it counts for the next.
 */
export async function membershipCapRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  sales: MembershipSale[],
): Promise<(ApiError | null)[]> {
  const refusals: (ApiError | null)[] = []
  const drafted: MembershipSale[] = []
  const orderIds = sales.map(({ orderId }) => orderId)
  for (const sale of sales) {
    const refusal = await refusalOf(orgId, tx, now, sale, { drafted, orderIds })
    refusals.push(refusal)
    if (!refusal) drafted.push(sale)
  }
  return refusals
}

/** What is drafted together is not in the database yet, or as it was before. */
type Beside = { drafted: MembershipSale[]; orderIds: number[] }

async function refusalOf(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { email, memberships }: MembershipSale,
  { drafted, orderIds }: Beside,
): Promise<ApiError | null> {
  const counted = memberships.filter((row) => row.is_counted && row.max_per_person !== null)
  const folded = email === null ? null : foldEmail(email)
  const beside = drafted.filter((sale) => sale.email !== null && foldEmail(sale.email) === folded)
  const byType = [...Map.groupBy(counted, ({ membership_type_id }) => membership_type_id)].sort(([a], [b]) => a - b)
  for (const [typeId, rows] of byType) {
    const cap = rows[0]?.max_per_person ?? 0
    // Two orders of one buyer at once: the second counts the first.
    await tx`
      select pg_advisory_xact_lock(hashtextextended('capped type ' || ${orgId}::bigint || ' ' || ${typeId}::bigint, 0))
      from ${atShard(tx, orgId)}`
    const had = folded === null ? 0 : await countHad(orgId, tx, now, { typeId, orderIds, email: folded })
    const drafts = beside.flatMap((sale) => sale.memberships.filter((row) => row.membership_type_id === typeId))
    if (had + drafts.length + rows.length <= cap) continue
    return new StockError('max_per_customer', {
      param: 'customer[email]',
      message: `One customer can have ${cap} of this membership at most.`,
      max_per_customer: cap,
    })
  }
  return null
}

async function countHad(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { typeId, orderIds, email }: { typeId: number; orderIds: number[]; email: string },
): Promise<number> {
  const [count] = await tx<{ had: number }[]>`
    select (
      select count(*)
      from customers c
      join members m on m.org_id = ${orgId} and m.user_id = c.user_id
      where c.org_id = ${orgId}
        and lower(c.email_address collate "C") = ${email}
        and (
          m.membership_type_id = ${typeId}
          and m.membership_member_status_id <> ${memberStatus.cancelled}
          and (m.expires is null or m.expires > ${now})
          or exists (
            select 1
            from member_terms t
            where t.org_id = ${orgId}
              and t.membership_member_id = m.membership_member_id
              and t.membership_type_id = ${typeId}
              and t.term_state = 'next'
          )
        )
    ) + (
      select count(*)
      from basket_memberships i
      join orders o on o.org_id = ${orgId} and o.basket_id = i.basket_id
      where i.org_id = ${orgId}
        and i.membership_type_id = ${typeId}
        and i.holds_place
        and i.is_counted
        and o.order_status = 'pending'
        and not o.order_id = any (${orderIds}::bigint[])
        and lower(o.email_address collate "C") = ${email}
    ) as had`
  return count?.had ?? 0
}
