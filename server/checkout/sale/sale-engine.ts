import { LRUCache } from 'lru-cache'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { createBatches } from '../../platform/batches/batches.ts'
import { beginBatch } from '../../platform/batches/begin-batch.ts'
import { inKeys, type Keyed, type Replay } from '../../platform/idempotency/keyed-batch.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { createTurns, type Turns } from '../../platform/process/turns.ts'
import type { Basket } from '../baskets/basket.ts'
import { type BasketFiller, type BasketRequest, fillBaskets } from '../baskets/fill-baskets.ts'
import { refuseAll } from '../baskets/refuse-all.ts'
import { type Confirmation, confirmOrders } from './confirm-orders.ts'
import { type BasketBeingPaid, draftOrders } from './draft-orders.ts'
import type { CheckoutRequest, DraftedOrder, SettledOrder } from './stages.ts'

/** The three steps of a sale that all buyers want at once, each of them for many in one transaction. */
export type SaleEngine = BasketFiller & {
  /** Makes a pending order of a basket. */
  draft(request: CheckoutRequest): Promise<DraftedOrder | BasketBeingPaid>
  /** Sells the places of an order whose money is there, and issues its tickets. */
  confirm(settled: SettledOrder): Promise<Confirmation>
}

export type SaleEngineDeps = { sales: SaleEngine }

/**
 * The three lock the same baskets and pools, so they take turns: an organisation has two batches of an engine under way, of whatever kind.
 * While PostgreSQL works on them the next ones grow, and a large batch costs little more than a small one; with one alone,
 * PostgreSQL would wait for this process between two.
 */
export const createSaleTurns = (): Turns => createTurns(2)

const LANES_MAX = 10_000

export function createSaleEngine(
  { sql, clock, payments }: Pick<PlatformDeps, 'sql' | 'clock'> & PaymentDeps,
  turns: Turns = createSaleTurns(),
): SaleEngine {
  /** Lanes whose last batch had a buyer refused for want of places: the next one looks before it locks (`refuse-all.ts`). */
  const scarce = new LRUCache<string, true>({ max: LANES_MAX })
  return {
    fill: createBatches<Keyed<BasketRequest>, Basket | Replay>({
      turns,
      laneOf: pricesOf,
      sizeOf: ({ item }) => Math.max(1, item.requestedItems.length),
      run: async (_orgId, keyed) => {
        const [first] = keyed
        if (!first) return []
        // The proven one: the idempotency folder, which gathers them, knows an organisation by its number alone.
        const { orgId } = first.item
        const lane = `${orgId} ${pricesOf(first)}`
        const fill = async (tx: Tx, basketRequests: BasketRequest[]) => {
          const refusals = scarce.has(lane) && (await refuseAll(orgId, tx, clock(orgId), basketRequests))
          return refusals ? { last: [], answer: refusals } : fillBaskets(orgId, tx, clock(orgId), basketRequests)
        }
        const answers = await beginBatch(sql, (tx) => inKeys(tx, keyed, fill))
        if (answers.some((out) => out instanceof Error && 'code' in out && out.code === 'sold_out'))
          scarce.set(lane, true)
        else scarce.delete(lane)
        return answers
      },
    }),
    draft: createBatches<CheckoutRequest, DraftedOrder | BasketBeingPaid>({
      turns,
      run: (orgId, requests) => beginBatch(sql, (tx) => draftOrders({ clock, payments }, orgId, tx, requests)),
    }),
    confirm: createBatches<SettledOrder, Confirmation>({
      turns,
      run: (orgId, settled) => beginBatch(sql, (tx) => confirmOrders({ clock }, orgId, tx, settled)),
    }),
  }
}

/** Who wants the same prices goes together, and so do those who only open a basket. */
const pricesOf = ({ item: { requestedItems } }: Keyed<BasketRequest>): string =>
  String([...new Set(requestedItems.map(({ priceId }) => priceId))].sort((a, b) => a - b))
