import { setTimeout } from 'node:timers/promises'
import { ApiError } from '../http/errors.ts'

/** What arrives together is answered together: one transaction and one commit for many callers. See docs/adr/0010. */
export type Batcher<In, Out> = { submit(lane: string, item: In): Promise<Out> }

export type BatchOptions<In, Out> = {
  /** Answers the items in their order, which is that of arrival. What is refused is an Error in its place. */
  run: (items: In[]) => Promise<(Out | Error)[]>
  /** Waits for the batch's turn, where it has to share with others; the answer ends it. */
  turn?: (first: In) => Promise<() => void>
  /** What an item adds to its batch, where that is not the same for all: 1 unless it says so. */
  sizeOf?: (item: In) => number
  /** Most that one batch comes to; an item that is larger goes alone. */
  sizeMax: number
  /** Most that waits, over all lanes; whoever comes then is told to try again. */
  depthMax: number
}

const GATHER_MS = 1

type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

/**
 * Items of one lane go one batch after the other, so that they never wait for each other's locks. A batch starts once
 * everything that has arrived by now has been read, and takes what came while the one before it ran, or while it waited for
 * its turn among other lanes: alone nobody waits, and in a crowd batches grow by themselves. A crowd that has its turn waits
 * a moment longer, for those who are on their way: they are cheaper in this batch than in one of their own.
 */
export function createBatcher<In, Out>(options: BatchOptions<In, Out>): Batcher<In, Out> {
  const { run, turn, sizeOf = () => 1, sizeMax, depthMax } = options
  const lanes = new Map<string, Waiting<In, Out>[]>()
  let depth = 0

  async function drain(lane: string, waiting: Waiting<In, Out>[]): Promise<void> {
    while (waiting.length > 0) {
      const end = await turn?.(waiting[0]?.item as In)
      if (turn && waiting.length > 1) await setTimeout(GATHER_MS)
      const batch = waiting.splice(0, countOf(waiting))
      for (const { item } of batch) depth -= sizeOf(item)
      await answer(run, batch)
      end?.()
    }
    lanes.delete(lane)
  }

  /** How many of those who wait fit into one batch. */
  function countOf(waiting: Waiting<In, Out>[]): number {
    let size = 0
    const tooMany = waiting.findIndex(({ item }, index) => {
      size += sizeOf(item)
      return size > sizeMax && index > 0
    })
    return tooMany === -1 ? waiting.length : tooMany
  }

  return {
    submit: (lane, item) =>
      new Promise((resolve, reject) => {
        if (depth >= depthMax) {
          reject(new ApiError('service_unavailable', { headers: { 'retry-after': '1' } }))
          return
        }
        depth += sizeOf(item)
        const entry = { item, resolve, reject }
        const waiting = lanes.get(lane)
        if (waiting) {
          waiting.push(entry)
          return
        }
        const started = [entry]
        lanes.set(lane, started)
        setImmediate(drain, lane, started)
      }),
  }
}

/** An item that makes its batch fail is found by letting each try alone, so that it fails nobody but itself. */
async function answer<In, Out>(run: BatchOptions<In, Out>['run'], batch: Waiting<In, Out>[]): Promise<void> {
  try {
    const outs = await run(batch.map(({ item }) => item))
    batch.forEach(({ resolve, reject }, index) => {
      const out = outs[index]
      if (out instanceof Error) reject(out)
      else resolve(out as Out)
    })
  } catch (error) {
    if (batch.length === 1 || isUnsettled(error)) for (const { reject } of batch) reject(error)
    else for (const alone of batch) await answer(run, [alone])
  }
}

/** The connection or the server was lost: nobody knows whether the batch was committed, so it is not tried again. */
function isUnsettled(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const code = String((error as { code?: unknown }).code ?? '')
  return 'syscall' in error || code.startsWith('CONNECT') || /^(08|53|57|58)/.test(code)
}
