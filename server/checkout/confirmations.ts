import { saleTurnsOf } from '../inventory/sale-turns.ts'
import { beginBatch, createBatcher, perDatabase } from '../kit/batch.ts'
import type { Sql } from '../kit/database.ts'
import type { Deps } from '../operation.ts'
import { type Confirmed, type Confirming, confirmOrders } from './confirm-orders.ts'
import { prepareTickets } from './prepare-tickets.ts'

export type SettleDeps = Pick<Deps, 'sql' | 'clock' | 'seal' | 'payments'>

const BATCH_MAX = 200
const WAITING_MAX = 20_000

/** Whoever settles an order in this process, the fan, the reconciler or a webhook, settles it in the same batches. */
const batcherOf = perDatabase((sql: Sql) => {
  let last: SettleDeps | undefined
  const batcher = createBatcher<Confirming, Confirmed>({
    turn: ({ orgId }) => saleTurnsOf(sql).take(String(orgId)),
    sizeMax: BATCH_MAX,
    depthMax: WAITING_MAX,
    run: async (confirmings) => {
      const [first] = confirmings
      if (!first || !last) return []
      const deps = last
      const { orgId } = first
      const prepared = await prepareTickets(deps, orgId, confirmings)
      return beginBatch(sql, (tx) => confirmOrders(deps, orgId, tx, confirmings, prepared))
    },
  })
  return (deps: SettleDeps, confirming: Confirming) => {
    last = deps
    return batcher.submit(String(confirming.orgId), confirming)
  }
})

export const confirm = (deps: SettleDeps, confirming: Confirming): Promise<Confirmed> =>
  batcherOf(deps.sql)(deps, confirming)
