import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { BasketId, uuidOfBasket } from '../../checkout/baskets/basket-state.ts'
import { SaleError } from '../../checkout/errors.ts'
import { findRenewals, Renewal } from '../../checkout/membership-sale/find-renewals.ts'
import { findCards } from '../../papers/ticket-files/member-cards.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MemberCard, toMemberCard } from './card-page.ts'

/** A fan with more memberships than that renews them at the counter. */
const MEMBERS_MAX = 50

const RenewableMembership = Type.Object(
  { ...MemberCard.properties, renewals: Type.Array(Renewal) },
  { title: 'RenewableMembership' },
)

export const listRenewals: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/baskets/:basket_id/renewals',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'listRenewals',
        summary: 'List what the buyer of a basket can renew',
        description: [
          'The memberships of the person who was proven to buy the basket that can go on now, each with the types on sale by which it can. To renew',
          'one, add an item with its `membership_member_id` and one of these types. Without a proof it is `member_proof_required`.',
        ].join(' '),
        tags: ['Baskets'],
        params: Input({ basket_id: BasketId }),
        response: { 200: ListOf('renewable_memberships', RenewableMembership) },
      },
    },
    async ({ orgId, params: { basket_id: basketId } }) => {
      const now = clock(orgId)
      const memberIds = await findProvenMembers(orgId, sql, uuidOfBasket(basketId))
      const renewals = await findRenewals(orgId, sql, now, memberIds)
      const open = memberIds.filter((id) => (renewals.get(id) ?? []).length > 0)
      const cards = open.length === 0 ? [] : await findCards(orgId, sql, open)
      const data = cards.map((row) => ({
        ...toMemberCard(row, now),
        renewals: renewals.get(row.membership_member_id) ?? [],
      }))
      return { object: 'renewable_memberships', url: `/v1/baskets/${basketId}/renewals`, has_more: false, data }
    },
  )

/** The members of the person who was proven to buy, the newest first. */
async function findProvenMembers(orgId: OrgId, sql: Db, uuid: string): Promise<number[]> {
  const rows = await sql<{ is_proven: boolean; membership_member_id: number | null }[]>`
    select p.user_id is not null as is_proven, m.membership_member_id
    from baskets b
    left join basket_proofs p on p.org_id = ${orgId} and p.basket_id = b.basket_id
    left join members m on m.org_id = ${orgId} and m.user_id = p.user_id
    where b.org_id = ${orgId}
      and b.basket_id = ${uuid}
    order by m.membership_member_id desc nulls last
    limit ${MEMBERS_MAX}`
  const [first] = rows
  if (!first) throw new ApiError('resource_missing')
  if (!first.is_proven) throw new SaleError('member_proof_required')
  return rows.flatMap(({ membership_member_id: id }) => id ?? [])
}
