import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { SaleError } from '../errors.ts'
import { type FreedPlace, type ItemPlace, releaseSeasonPlaces } from './hold-season-places.ts'
import {
  ageRefusal,
  findMembershipOffer,
  lockTypes,
  type MembershipOfferRow,
  membershipRefusal,
} from './membership-offer.ts'
import type { RequestedMembership } from './requested-membership.ts'
import { type Place, placeOf, requireSeating } from './seating.ts'
import {
  findStandingMember,
  renewalRefusal,
  type StandingMemberRow,
  takesPlace,
  upgradeRefusal,
} from './standing-member.ts'

/** The basket, which the caller has locked, and who fills it. */
type BasketAt = {
  orgId: OrgId
  tx: Tx
  now: Date
  basketId: string
  expiresAt: Date
  isOnline: boolean
  /** Who may buy for themselves only: whose membership it is has to be proven. */
  isPublic: boolean
  addressHash: string | null
}

/** A membership that can be had, as its basket will have it. */
export type HeldOffer = Place & {
  wanted: RequestedMembership
  priceMinor: number
  isCounted: boolean
  /** The customer whose membership goes on; null: it is a new one. */
  userId: number | null
  /** Where a seat may be chosen for it; none: anywhere. */
  sectionIds: number[]
}

/**
 * What a membership that is wanted is now, under the lock of its type, with one of its places held where it has a limit. Why it cannot be
 * had is thrown.
 */
export async function holdOffered(at: BasketAt, wanted: RequestedMembership): Promise<HeldOffer> {
  const { now } = at
  const offer = await lockedOffer(at, wanted.typeId)
  const refusal = membershipRefusal(offer, now, at.isOnline)
  if (refusal || !offer) throw refusal ?? new ApiError('resource_missing')
  const standing = wanted.memberId === null ? null : await requireStanding(at, wanted.memberId)
  const born = standing ? standing.date_of_birth : wanted.member?.date_of_birth
  const unfit =
    (standing && changeRefusal(standing, offer, wanted, now)) ??
    ageRefusal(offer, born, now) ??
    autoRenewRefusal(offer, wanted)
  if (unfit) throw unfit
  if (wanted.optionId !== null) await requireOption(at, wanted.optionId)
  const place = placeOf(standing, offer, wanted)
  await requireSeating(at.orgId, at.tx, offer, { place, standing, sectionId: wanted.sectionId })
  const isCounted = standing === null || takesPlace(standing, offer.membership_type_id)
  if (offer.max_members !== null && isCounted) await holdPlace(at, offer)
  const priceMinor = offer.price_minor - (wanted.isUpgrade ? (standing?.price_minor ?? 0) : 0)
  const userId = standing?.user_id ?? null
  return { wanted, priceMinor, isCounted, userId, sectionIds: sectionsOf(offer, wanted.sectionId), ...place }
}

const sectionsOf = ({ seat_section_ids }: MembershipOfferRow, wantedId: number | null): number[] =>
  wantedId === null ? seat_section_ids : [wantedId]

const changeRefusal = (
  standing: StandingMemberRow,
  offer: MembershipOfferRow,
  wanted: RequestedMembership,
  now: Date,
) =>
  wanted.isUpgrade
    ? upgradeRefusal(standing, offer, { now, isSpread: wanted.isSpread })
    : renewalRefusal(standing, offer, now)

/** To the public a member who is not proven to buy does not exist. No other basket may be at it; one whose time is up lets go. */
async function requireStanding({ orgId, tx, now, basketId, isPublic }: BasketAt, memberId: number) {
  const [proof] = isPublic ? await findProof(orgId, tx, basketId) : []
  if (isPublic && !proof) throw new SaleError('member_proof_required')
  const standing = await findStandingMember(orgId, tx, now, memberId)
  if (!standing || (isPublic && standing.user_id !== proof?.user_id)) {
    const message = 'There is no such member.'
    throw new ApiError('resource_missing', { param: 'membership_member_id', message })
  }
  const others = await tx<{ basket_id: string; basket_item_id: number; is_over: boolean }[]>`
    select m.basket_id, m.basket_item_id, b.basket_status = 'open' and b.expires_at <= ${now} as is_over
    from basket_memberships m
    join baskets b on b.org_id = ${orgId} and b.basket_id = m.basket_id
    where m.org_id = ${orgId}
      and m.membership_member_id = ${memberId}
      and m.holds_place`
  if (others.some(({ is_over }) => !is_over)) {
    throw inBasketAlready()
  }
  const over = others.map(({ basket_id, basket_item_id }) => ({ basketId: basket_id, basketItemId: basket_item_id }))
  if (over.length > 0) await releaseMemberships(orgId, tx, now, over)
  return standing
}

const inBasketAlready = () =>
  new ApiError('state_conflict', { param: 'membership_member_id', message: 'The membership is in a basket already.' })

/** The person that the buyer of a basket has proven to be. */
const findProof = (orgId: OrgId, tx: Tx, basketId: string) => tx<{ user_id: number }[]>`
  select user_id
  from basket_proofs
  where org_id = ${orgId}
    and basket_id = ${basketId}`

/** Puts a membership into a basket, and answers with the place that it is to have in its season, which the caller holds. */
export async function insertMembership(
  at: BasketAt,
  { wanted, priceMinor, isCounted, userId, seasonId }: HeldOffer,
  seatId: number | null,
): Promise<ItemPlace> {
  const { orgId, tx, now, basketId } = at
  const [item] = await tx<{ basket_item_id: number }[]>`
    insert into basket_memberships (
      org_id, basket_id, basket_item_id, membership_type_id, membership_payment_option_id, member, membership_member_id, is_upgrade, is_spread,
      is_counted, auto_renew, price_minor, season_id, seat_id, holds_place, address_hash, created_at
    )
    values (
      ${orgId}, ${basketId}, nextval('basket_items_basket_item_id_seq'), ${wanted.typeId}, ${wanted.optionId},
      ${JSON.stringify(wanted.member ?? {})}::text::jsonb, ${wanted.memberId}, ${wanted.isUpgrade}, ${wanted.isSpread}, ${isCounted},
      ${wanted.autoRenew}, ${priceMinor}, ${seasonId}, ${seasonId === null ? null : seatId}, true, ${at.addressHash}, ${now}
    )
    on conflict (org_id, membership_member_id) where membership_member_id is not null and holds_place do nothing
    returning basket_item_id`
  if (!item) throw inBasketAlready()
  await tx`
    update baskets
    set has_memberships = true
    where org_id = ${orgId}
      and basket_id = ${basketId}
      and not has_memberships`
  return { seasonId, seatId, basketItemId: item.basket_item_id, userId }
}

/** Read under the lock, in a statement of its own: what another buyer has taken meanwhile is seen. */
async function lockedOffer({ orgId, tx, now }: BasketAt, typeId: number): Promise<MembershipOfferRow | undefined> {
  await lockTypes(orgId, tx, [typeId])
  return findMembershipOffer(orgId, tx, now, typeId)
}

function autoRenewRefusal({ offer_auto_renew }: MembershipOfferRow, { autoRenew }: RequestedMembership) {
  if (!autoRenew || offer_auto_renew) return undefined
  return new ApiError('parameter_invalid', {
    param: 'auto_renew',
    message: 'This membership does not renew by itself.',
  })
}

async function requireOption({ orgId, tx }: BasketAt, optionId: number): Promise<void> {
  const [option] = await tx<{ status: number }[]>`
    select status
    from membership_payment_options
    where org_id = ${orgId}
      and membership_payment_option_id = ${optionId}
    for share`
  const param = 'membership_payment_option_id'
  if (!option) throw new ApiError('resource_missing', { param, message: 'There is no such payment option.' })
  if (option.status !== catalogueStatus.active) {
    throw new StockError('price_unavailable', { param, message: 'The payment option is not offered.' })
  }
}

/** The caller has locked the type. Places of baskets whose time is up are free already: who needs one takes it from them. */
async function holdPlace({ orgId, tx, now }: BasketAt, offer: MembershipOfferRow): Promise<void> {
  const { membership_type_id: typeId, places_left: left } = offer
  const reclaimed = (left ?? 0) > 0 ? 0 : await reclaimExpired(orgId, tx, now, typeId)
  if ((left ?? 0) + reclaimed < 1) {
    throw new StockError('sold_out', { param: 'membership_type_id', available: 0 })
  }
  await countHeld(orgId, tx, typeId, 1)
}

async function reclaimExpired(orgId: OrgId, tx: Tx, now: Date, typeId: number): Promise<number> {
  const expired = await tx<(FreedPlace & { is_counted: boolean })[]>`
    update basket_memberships m
    set holds_place = false, member = '{}'
    from baskets b
    where m.org_id = ${orgId}
      and m.membership_type_id = ${typeId}
      and m.holds_place
      and b.org_id = ${orgId}
      and b.basket_id = m.basket_id
      and b.basket_status = 'open'
      and b.expires_at <= ${now}
    returning m.basket_id, m.basket_item_id, m.season_id, m.seat_id, m.is_counted`
  const counted = expired.filter(({ is_counted }) => is_counted)
  if (counted.length > 0) await countHeld(orgId, tx, typeId, -counted.length)
  await releaseSeasonPlaces(orgId, tx, now, expired)
  return counted.length
}

const countHeld = (orgId: OrgId, tx: Tx, typeId: number, places: number) => tx`
  update membership_types
  set held = held + ${places}
  where org_id = ${orgId}
    and membership_type_id = ${typeId}
    and max_members is not null`

type Released = { basketId: string; basketItemId?: number }

/**
 * Gives the places of baskets, or of one of their items, back: types in the order of their ids. What the buyer said of the members goes with
 * them. Places that another request has reclaimed are not given back twice.
 */
export async function releaseMemberships(orgId: OrgId, tx: Tx, now: Date, of: Released[]): Promise<void> {
  const basketIds = of.map(({ basketId }) => basketId)
  const itemIds = of.map(({ basketItemId }) => basketItemId ?? null)
  const types = await tx<{ membership_type_id: number }[]>`
    select distinct membership_type_id
    from basket_memberships
    where org_id = ${orgId}
      and basket_id = any (${basketIds}::uuid[])
      and holds_place`
  await lockTypes(
    orgId,
    tx,
    types.map(({ membership_type_id }) => membership_type_id),
  )
  const freed = await tx<(FreedPlace & { membership_type_id: number; is_counted: boolean })[]>`
    update basket_memberships m
    set holds_place = false, member = '{}'
    from unnest(${basketIds}::uuid[], ${itemIds}::bigint[]) as f (basket_id, basket_item_id)
    where m.org_id = ${orgId}
      and m.basket_id = f.basket_id
      and (f.basket_item_id is null or f.basket_item_id = m.basket_item_id)
      and m.holds_place
    returning m.membership_type_id, m.basket_id, m.basket_item_id, m.season_id, m.seat_id, m.is_counted`
  const counted = freed.filter(({ is_counted }) => is_counted)
  const places = Map.groupBy(counted, ({ membership_type_id }) => membership_type_id)
  for (const [typeId, rows] of places) await countHeld(orgId, tx, typeId, -rows.length)
  await releaseSeasonPlaces(orgId, tx, now, freed)
}

/** Memberships of an order that is being confirmed: what was held of limited types is sold. */
export async function sellPlaces(orgId: OrgId, tx: Tx, typeIds: number[]): Promise<void> {
  await lockTypes(orgId, tx, typeIds)
  const places = [...Map.groupBy(typeIds, (id) => id)].sort(([a], [b]) => a - b)
  for (const [typeId, ids] of places) {
    await tx`
      update membership_types
      set held = held - ${ids.length}, sold = sold + ${ids.length}
      where org_id = ${orgId}
        and membership_type_id = ${typeId}
        and max_members is not null`
  }
}
