import type { OrgId } from '../../access/principal.ts'
import { finish } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { missing } from '../../resources/constraints.ts'
import type { Basket } from '../baskets/basket.ts'
import { findDiscount } from '../baskets/basket-discount.ts'
import { HOLD_MS } from '../baskets/basket-state.ts'
import { type BasketRequest, fillBaskets } from '../baskets/fill-baskets.ts'
import { fillWithMemberships } from '../baskets/open-with-memberships.ts'
import type { Requested } from '../baskets/requested-items.ts'
import { storeProofs } from '../member-proof/proofs.ts'
import { findPersonOfMember } from '../member-proof/prove-member.ts'

type Holding = Requested & { basketId: string; discountCode: string | null; gift?: boolean }

/**
 * Takes the places of an order into a basket of its own, tickets and memberships, all of them or none. Undefined when the basket is there already:
 * the same request was here before.
 */
export async function holdItems(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { basketId, discountCode, requestedItems, memberships, gift = false }: Holding,
): Promise<Basket | undefined> {
  const discount = discountCode === null ? null : await findDiscount(orgId, tx, discountCode, now)
  const opened = await tx`
    insert into baskets (org_id, basket_id, discount_id, expires_at, created_at, changed_at)
    values (
      ${orgId}, ${basketId}, ${discount?.discount_id ?? null}, ${new Date(now.getTime() + HOLD_MS)}, ${now}, ${now}
    )
    on conflict (org_id, basket_id) do nothing
    returning 1 as one`
  if (opened.length === 0) return undefined
  const basketRequest: BasketRequest = {
    orgId,
    basketId,
    requestedItems,
    channel: 'boxoffice',
    audience: 'organisation',
    addressHash: null,
  }
  const basket =
    memberships.length > 0
      ? await fillWithMemberships(tx, now, basketRequest, memberships)
      : await fillWithTickets(tx, now, basketRequest)
  if (gift) await giveForNothing(orgId, tx, basketId)
  return basket
}

async function fillWithTickets(tx: Tx, now: Date, basketRequest: BasketRequest): Promise<Basket> {
  const [basket] = await finish(await fillBaskets(basketRequest.orgId, tx, now, [basketRequest]))
  if (!basket || basket instanceof Error) throw basket ?? new Error('a basket was not filled')
  return basket
}

async function giveForNothing(orgId: OrgId, tx: Tx, basketId: string): Promise<void> {
  await tx`
    update basket_items
    set price_minor = 0, rebate_minor = 0, service_fee_minor = 0, service_tax_minor = 0
    where org_id = ${orgId}
      and basket_id = ${basketId}`
  await tx`
    update basket_memberships
    set price_minor = 0
    where org_id = ${orgId}
      and basket_id = ${basketId}`
}

/** Staff have the member before them, and say who it is. The basket is this sale's own, and no other request knows its id. */
export async function vouch(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { basketId, memberId }: { basketId: string; memberId: number | null | undefined },
): Promise<void> {
  if (memberId === undefined || memberId === null) return
  const userId = await findPersonOfMember(orgId, tx, memberId)
  if (userId === undefined) throw missing('membership_member_id')()
  await storeProofs(orgId, tx, now, [{ basketId, userId, provenBy: 'organisation' }])
}
