import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { findRenewals, Renewal } from '../../checkout/membership-sale/find-renewals.ts'
import { findCards } from '../../papers/ticket-files/member-cards.ts'
import { isOrderOf } from '../../people/sso/identify.ts'
import type { Identity } from '../../people/sso/verify-token.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MemberCard, toMemberCard } from './card-page.ts'
import { findMemberPayments, MemberPlan, toMemberPlans } from './member-plans.ts'

export const SsoMembership = Type.Object(
  {
    ...MemberCard.properties,
    plans: Type.Array(MemberPlan, {
      description: 'how it is paid, the newest order first; none where nothing was owed',
    }),
    renewals: Type.Array(Renewal, {
      description: 'by which types on sale it can go on now; how, says the list of what a basket can renew',
    }),
  },
  { title: 'SsoMembership' },
)

/** More than any family has, and a bound all the same. */
const MEMBERS_MAX = 100

/** Of a member, what a secret of their card is made of. */
export type SsoMemberRow = { membership_member_id: number; secret_version: number }

/**
 * Members whom an identity may see, the newest first: those that their own orders have made, linked or not, and by a code or a trusted
 * address all of their customer's, as it is with orders.
 */
export const findSsoMembers = async (orgId: OrgId, sql: Db, identity: Identity, memberId?: number) => sql<
  SsoMemberRow[]
>`
  select m.membership_member_id, m.secret_version
  from members m
  where m.org_id = ${orgId}
    ${memberId === undefined ? sql`` : sql`and m.membership_member_id = ${memberId}`}
    and m.membership_member_id = any (array(
      select l.membership_member_id
      from orders o
      join order_lines l on l.org_id = o.org_id and l.order_id = o.order_id
      where o.org_id = ${orgId}
        and ${isOrderOf(sql, orgId, identity)}
        and o.order_status = 'confirmed'
        and l.membership_member_id is not null
      union all
      select c.membership_member_id
      from sso_identities i
      join members c on c.org_id = i.org_id and c.user_id = i.user_id
      where i.org_id = ${orgId}
        and i.issuer = ${identity.issuer}
        and i.subject = ${identity.subject}
        and i.linked_by <> 'checkout'
    ))
  order by m.membership_member_id desc
  limit ${MEMBERS_MAX}`

/** Their cards, in the same order. */
export async function readSsoMemberships(
  { sql, seal, publicUrl, clock }: PlatformDeps,
  orgId: OrgId,
  memberIds: number[],
): Promise<Static<typeof SsoMembership>[]> {
  if (memberIds.length === 0) return []
  const now = clock(orgId)
  const cards = await findCards(orgId, sql, memberIds)
  const payments = Map.groupBy(
    await findMemberPayments(orgId, sql, memberIds),
    ({ membership_member_id }) => membership_member_id,
  )
  const renewals = await findRenewals(orgId, sql, now, memberIds)
  return cards.toReversed().map((row) => ({
    ...toMemberCard(row, now),
    plans: toMemberPlans({ seal, publicUrl, orgId, shop: row, now }, payments.get(row.membership_member_id) ?? []),
    renewals: renewals.get(row.membership_member_id) ?? [],
  }))
}
