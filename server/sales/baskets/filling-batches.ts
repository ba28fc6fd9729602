import type { Deps } from '../../operation.ts'
import { type Batcher, createBatcher } from '../../platform/batches/batch.ts'
import { beginBatch } from '../../platform/batches/begin-batch.ts'
import { inKeys, type Keyed, type Replay } from '../../platform/idempotency/keyed-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { perDatabase } from '../../platform/process/per-database.ts'
import { saleTurnsOf } from '../../programme/stock/sale-turns.ts'
import type { Basket } from './basket.ts'
import { type Filling, fillBaskets } from './fill-baskets.ts'
import { refuseAll } from './refuse-all.ts'

/** Items of one batch, however many requests they come in; a basket that is only opened counts as one. */
const BATCH_MAX = 200
const WAITING_MAX = 20_000
const LANES_MAX = 10_000

/** Who wants the same prices goes together, and so do those who only open a basket. */
export const laneOf = ({ orgId, wishes }: Filling): string =>
  `${orgId} ${[...new Set(wishes.map(({ priceId }) => priceId))].sort((a, b) => a - b)}`

/** The batches in which baskets are opened and filled. */
export const fillingBatchesOf = perDatabase(({ sql, clock }: Deps): Batcher<Keyed<Filling>, Basket | Replay> => {
  /** Lanes whose last batch had somebody refused for want of places: the next one looks before it locks. */
  const scarce = new Set<string>()
  return createBatcher({
    turn: ({ item: { orgId } }) => saleTurnsOf(sql).take(String(orgId)),
    sizeOf: ({ item: { wishes } }) => Math.max(1, wishes.length),
    sizeMax: BATCH_MAX,
    depthMax: WAITING_MAX,
    run: async (asked) => {
      const [first] = asked
      if (!first) return []
      const { orgId } = first.item
      const lane = laneOf(first.item)
      const fill = async (tx: Tx, fillings: Filling[]) => {
        const refused = scarce.has(lane) && (await refuseAll(orgId, tx, clock(), fillings))
        return refused ? { last: [], answer: refused } : fillBaskets(orgId, tx, clock(), fillings)
      }
      const outs = await beginBatch(sql, (begun) => inKeys(begun, asked, fill))
      if (outs.some((out) => out instanceof Error && 'code' in out && out.code === 'sold_out')) scarce.add(lane)
      else scarce.delete(lane)
      if (scarce.size > LANES_MAX) scarce.clear()
      return outs
    },
  })
})
