import type { OrgId } from '../../access/principal.ts'
import { finish } from '../../platform/batches/begin-batch.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addMemberships, type MembershipWanted } from './add-memberships.ts'
import { type Basket, toBasket } from './basket.ts'
import { type BasketRequest, fillBaskets } from './fill-baskets.ts'
import { readBaskets } from './find-baskets.ts'
import { refusalAt } from './requested-items.ts'

type Call = Parameters<typeof change>[0] & Pick<PlatformDeps, 'clock'>

/** Opens a basket with memberships, and with whatever tickets come beside them, or not at all. */
export const openWithMemberships = (
  call: Call,
  basketRequest: BasketRequest,
  memberships: MembershipWanted[],
): Promise<Basket> =>
  change(call, async (tx) => {
    const { orgId } = basketRequest
    const now = call.clock(orgId)
    await fill(orgId, tx, now, { ...basketRequest, requestedItems: [] })
    const { opening: _opened, ...filling } = basketRequest
    return fillWithMemberships(tx, now, filling, memberships)
  })

/** Fills a basket that was just opened. Types of memberships are locked before pools, so the tickets come last. */
export async function fillWithMemberships(
  tx: Tx,
  now: Date,
  basketRequest: Omit<BasketRequest, 'opening'>,
  memberships: MembershipWanted[],
): Promise<Basket> {
  const { orgId, basketId, requestedItems } = basketRequest
  const read = async () => {
    const basket = (await readBaskets(orgId, tx, [basketId])).get(basketId)
    if (!basket) throw new Error('a basket was lost while it was opened')
    return basket
  }
  const basket = await read()
  const at = { orgId, tx, now, basketId, basket, expiresAt: basket.row.expires_at }
  await addMemberships(at, memberships, basketRequest, refusalAt)
  if (requestedItems.length > 0) await fill(orgId, tx, now, basketRequest)
  return toBasket(orgId, await read(), now, basketRequest)
}

async function fill(orgId: OrgId, tx: Tx, now: Date, basketRequest: BasketRequest): Promise<void> {
  const [basket] = await finish(await fillBaskets(orgId, tx, now, [basketRequest]))
  if (basket instanceof Error) throw basket
}
