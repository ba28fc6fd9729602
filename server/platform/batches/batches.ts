import { setTimeout } from 'node:timers/promises'
import { ApiError } from '../http/errors.ts'
import type { Turns } from '../process/turns.ts'

/**
 * What arrives together is answered together: one transaction and one commit for many callers.
 *
 * When a sale opens, thousands want the places of one pool in the same second. A transaction for each would queue behind the
 * lock of that pool, for the length of a commit every time. Instead, what has arrived is gathered into a batch, decided in the order
 * of arrival under one lock, and committed once; docs/adr/0010 has the decision and bench/README.md the figures.
 *
 * - **Lanes.** Items go in lanes: of one organisation always, and within it as `laneOf` says. The batches of a lane run one
 *   after the other, so that they never wait for each other's locks. An item alone in its lane does not wait; in a crowd batches grow by
 *   themselves, since whatever comes while one runs goes with the next.
 * - **Turns.** Kinds of work that lock the same rows share `turns`: so many batches at once for each organisation. A crowd that
 *   has its turn waits a moment longer for those who are on their way: they are cheaper in this batch than in one of their own.
 * - **Refusals.** A refused item is an Error in its place, and does not affect the others. An item that makes its batch fail
 *   is found by letting each try alone. A batch whose connection was lost is not tried again: it may have been committed.
 * - **Bounds.** A batch comes to `sizeMax`, the queue to `depthMax`; a request that comes then is told to try again.
 *
 * `beginBatch` is a transaction whose commit goes with its last statements, and `inKeys` of the idempotency folder lets requests
 * with an Idempotency-Key share it. Batches are made once for a process: operations are given those that they need.
 */
export type BatchOptions<Item extends OfOrganisation, Out> = {
  /** Answers the items in their order, which is that of arrival. */
  run: (orgId: Item['orgId'], items: Item[]) => Promise<(Out | Error)[]>
  laneOf?: (item: Item) => string
  turns?: Turns
  /** What an item adds to its batch; one that is larger than the most goes alone. */
  sizeOf?: (item: Item) => number
  sizeMax?: number
  depthMax?: number
}

type OfOrganisation = { orgId: number }

const GATHER_MS = 1

type Waiting<Item, Out> = { item: Item; resolve: (out: Out) => void; reject: (error: unknown) => void }

/** Gives the function that callers put their items to. */
export function createBatches<Item extends OfOrganisation, Out>(
  options: BatchOptions<Item, Out>,
): (item: Item) => Promise<Out> {
  const { run, laneOf = () => '', turns, sizeOf = () => 1, sizeMax = 200, depthMax = 20_000 } = options
  const lanes = new Map<string, Waiting<Item, Out>[]>()
  let depth = 0

  async function drain(lane: string, waiting: Waiting<Item, Out>[]): Promise<void> {
    for (let first = waiting[0]; first; first = waiting[0]) {
      const end = await turns?.take(String(first.item.orgId))
      if (turns && waiting.length > 1) await setTimeout(GATHER_MS)
      const batch = waiting.splice(0, countOf(waiting))
      for (const { item } of batch) depth -= sizeOf(item)
      await answer(batch)
      end?.()
    }
    lanes.delete(lane)
  }

  /** How many of those who wait fit into one batch. */
  function countOf(waiting: Waiting<Item, Out>[]): number {
    let size = 0
    const tooMany = waiting.findIndex(({ item }, index) => {
      size += sizeOf(item)
      return size > sizeMax && index > 0
    })
    return tooMany === -1 ? waiting.length : tooMany
  }

  async function answer(batch: Waiting<Item, Out>[]): Promise<void> {
    const [first] = batch
    if (!first) return
    const { orgId } = first.item
    try {
      if (batch.some(({ item }) => item.orgId !== orgId)) throw new Error('a batch has items of two organisations')
      const items = batch.map(({ item }) => item)
      const itemAnswers = await run(orgId, items)
      if (itemAnswers.length !== items.length)
        throw new Error(`a batch of ${items.length} has ${itemAnswers.length} answers`)
      batch.forEach(({ resolve, reject }, index) => {
        const out = itemAnswers[index]
        if (out instanceof Error) reject(out)
        else resolve(out as Out)
      })
    } catch (error) {
      if (batch.length === 1 || isUnsettled(error)) for (const { reject } of batch) reject(error)
      else for (const alone of batch) await answer([alone])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (depth >= depthMax) {
        reject(new ApiError('service_unavailable', { headers: { 'retry-after': '1' } }))
        return
      }
      depth += sizeOf(item)
      const lane = `${item.orgId} ${laneOf(item)}`
      const waiting = lanes.get(lane)
      if (waiting) {
        waiting.push({ item, resolve, reject })
        return
      }
      const started = [{ item, resolve, reject }]
      lanes.set(lane, started)
      // Once everything that has arrived by now has been read. Never rejects: a failure is that of its items.
      setImmediate(drain, lane, started)
    })
}

/** Whether the batch was committed is unknown, or the server is in no state to try each item of it alone. */
function isUnsettled(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const code = String((error as { code?: unknown }).code ?? '')
  return 'syscall' in error || code.startsWith('CONNECT') || /^(08|53|57|58)/.test(code)
}
