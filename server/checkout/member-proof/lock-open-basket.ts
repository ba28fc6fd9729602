import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { basketRefusal } from '../baskets/basket-state.ts'
import { type BasketRow, findBaskets, lockBaskets } from '../baskets/find-baskets.ts'

/** Keeps a basket as it is, and open, until the transaction ends: the buyer cannot change during payment. */
export async function lockOpenBasket(orgId: OrgId, tx: Tx, now: Date, basketId: string): Promise<BasketRow> {
  await lockBaskets(orgId, tx, [basketId])
  const [row] = await findBaskets(orgId, tx, [basketId])
  const refusal = basketRefusal(row && { row }, now)
  if (refusal || !row) throw refusal ?? new ApiError('resource_missing')
  return row
}
