import type { Deps } from '../../operation.ts'
import { createBatcher } from '../../platform/batches/batch.ts'
import { beginBatch } from '../../platform/batches/begin-batch.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { perDatabase } from '../../platform/process/per-database.ts'
import { saleTurnsOf } from '../../programme/stock/sale-turns.ts'
import { type Confirmed, type Confirming, confirmOrders, type Ready } from './confirm-orders.ts'
import { prepareTickets } from './prepare-tickets.ts'

export type SettleDeps = Pick<Deps, 'sql' | 'clock' | 'seal' | 'payments'>

const BATCH_MAX = 200
const WAITING_MAX = 20_000

/** Whoever settles an order in this process, the fan, the reconciler or a webhook, settles it in the same batches. */
const batcherOf = perDatabase((sql: Sql) => {
  let last: SettleDeps | undefined
  const batcher = createBatcher<Ready, Confirmed>({
    turn: ({ orgId }) => saleTurnsOf(sql).take(String(orgId)),
    sizeMax: BATCH_MAX,
    depthMax: WAITING_MAX,
    run: async (readies) => {
      const [first] = readies
      const deps = last
      return first && deps ? beginBatch(sql, (tx) => confirmOrders(deps, first.orgId, tx, readies)) : []
    },
  })
  return (deps: SettleDeps, ready: Ready) => {
    last = deps
    return batcher.submit(String(ready.orgId), ready)
  }
})

export async function confirm(deps: SettleDeps, confirming: Confirming): Promise<Confirmed> {
  const prepared = await prepareTickets(deps, confirming.orgId, confirming)
  return batcherOf(deps.sql)(deps, { ...confirming, prepared })
}
