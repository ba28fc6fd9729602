import type { OrgId } from '../../access/principal.ts'
import { unusedCode } from '../../people/members/member-code.ts'
import { announceMembers } from '../../people/members/member-horizon.ts'
import { findPersonId } from '../../people/members/person-id.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { sellSeasonSeats } from '../../programme/seasons/season-seats.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import type { BasketMembershipRow } from './basket-memberships.ts'
import { endOfTerm } from './end-of-term.ts'
import { sellPlaces } from './hold-memberships.ts'
import { addTerm, upgradeMember } from './renew-members.ts'

/** An order that is being confirmed, with the memberships of its basket. */
export type OrderOfMembers = { order: OrderRow; memberships: BasketMembershipRow[] }

export type IssuedMember = {
  orderId: number
  orderLineId: number
  memberId: number
  /** The order by which the term was bought that this one pays for: its own, unless it upgrades a membership. */
  termOrderId: number
  row: BasketMembershipRow
}

/**
 * Makes the members that orders have bought, paid or paying by a plan, lets the memberships go on that they have renewed, and lets go of
 * what the baskets knew of them. The buyer is the customer behind each new one; how they are reached is as the buyer is, where nothing else
 * was said.
 */
export async function issueMembers(orgId: OrgId, tx: Tx, now: Date, orders: OrderOfMembers[]): Promise<IssuedMember[]> {
  await announceMembers(orgId, tx)
  await lockStanding(orgId, tx, orders)
  const issued: IssuedMember[] = []
  for (const { order, memberships } of orders) {
    for (const row of memberships) {
      if (row.order_line_id === null) throw new Error(`item ${row.basket_item_id} has no line in its order`)
      const { order_id: orderId } = order
      const { membership_member_id: standingId } = row
      const memberId = standingId ?? (await insertMember(orgId, tx, now, order, row))
      const termOrderId =
        standingId !== null && row.is_upgrade ? await upgradeMember(orgId, tx, now, order, standingId, row) : orderId
      if (standingId !== null && !row.is_upgrade) await addTerm(orgId, tx, now, order, standingId, row)
      issued.push({ orderId, orderLineId: row.order_line_id, memberId, termOrderId, row })
    }
  }
  const seats = issued.flatMap(({ memberId, row }) => {
    const { season_id: seasonId, seat_id: seatId, basket_id: basketId, basket_item_id: basketItemId } = row
    return seasonId === null || seatId === null ? [] : [{ seasonId, seatId, basketId, basketItemId, memberId }]
  })
  if (seats.length > 0) await sellSeasonSeats(orgId, tx, now, seats, 'seat_id')
  await tx`
    update order_lines l
    set membership_member_id = i.member_id
    from unnest(
      ${issued.map(({ orderId }) => orderId)}::bigint[],
      ${issued.map(({ orderLineId }) => orderLineId)}::bigint[],
      ${issued.map(({ memberId }) => memberId)}::bigint[]
    ) as i (order_id, order_line_id, member_id)
    where l.org_id = ${orgId}
      and l.order_id = i.order_id
      and l.order_line_id = i.order_line_id`
  await sellPlaces(
    orgId,
    tx,
    issued.filter(({ row }) => row.is_counted).map(({ row }) => row.membership_type_id),
  )
  await tx`
    update basket_memberships
    set holds_place = false, member = '{}'
    where org_id = ${orgId}
      and basket_id = any (${[...new Set(issued.map(({ row }) => row.basket_id))]}::uuid[])`
  return issued
}

/** Members who are there already, before types and seasons, as all who change them do. */
async function lockStanding(orgId: OrgId, tx: Tx, orders: OrderOfMembers[]): Promise<void> {
  const ids = orders.flatMap(({ memberships }) => memberships.flatMap((row) => row.membership_member_id ?? []))
  if (ids.length === 0) return
  await tx`
    select 1
    from members
    where org_id = ${orgId}
      and membership_member_id = any (${ids}::bigint[])
    order by membership_member_id
    for no key update`
}

async function insertMember(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  order: OrderRow,
  { member, membership_type_id: typeId, seat_id: seatId, plan, auto_renew, ...type }: BasketMembershipRow,
): Promise<number> {
  const { user_id: userId, order_id: orderId } = order
  if (userId === null) throw new Error(`order ${orderId} of memberships has no customer`)
  const email = member.email_address ?? order.email_address
  const status = plan === null ? memberStatus.paid : memberStatus.instalments
  const personId = await findPersonId(orgId, tx, { ...member, user_id: userId })
  const number = await unusedCode(orgId, tx, 'member_number')
  const barcode = await unusedCode(orgId, tx, 'barcode')
  const [row] = await tx<{ membership_member_id: number }[]>`
    insert into members (
      org_id, user_id, person_id, member_number, membership_type_id, barcode, membership_member_status_id, membership_seat_id, first_name, last_name,
      date_of_birth, expires, auto_renew, gender, company_name, address, address2, suburb, state, postcode, country_id, mobile_number,
      email_address, membership_order_id, marketing_emails, instalments, created_at, changed_at
    )
    values (
      ${orgId}, ${userId}, ${personId}, ${number}, ${typeId}, ${barcode}, ${status}, ${seatId}, ${member.first_name}, ${member.last_name},
      ${member.date_of_birth ?? null}::date, ${endOfTerm(type, now)}, ${auto_renew}, ${member.gender ?? null}, ${member.company_name ?? null},
      ${member.address ?? null}, ${member.address2 ?? null}, ${member.suburb ?? null}, ${member.state ?? null},
      ${member.postcode ?? order.postcode}, ${member.country_id ?? order.country_id}, ${member.mobile_number ?? order.mobile_number},
      ${email}, ${orderId}, ${order.marketing_opt_in && email === order.email_address}, ${plan !== null}, ${now}, ${now}
    )
    returning membership_member_id`
  if (!row) throw new Error('a member left no row')
  return row.membership_member_id
}
