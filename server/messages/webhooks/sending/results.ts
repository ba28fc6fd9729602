import { createNap } from './nap.ts'
import type { LaneResult } from './record-results.ts'

const AT_ONCE = 500
/** Results of so much time are written together: a statement for a few would cost more than sending them. */
const EVERY_MS = 20

export type Results = ReturnType<typeof createResults>

/** What came of attempts and is not yet written down. A crash loses it, and the attempts are made again. */
export function createResults(write: (batch: LaneResult[]) => Promise<void>) {
  let waiting: LaneResult[] = []
  const { sleep, wake } = createNap()

  /** Says whether there is more. */
  async function writeSome(): Promise<boolean> {
    const batch = waiting.splice(0, AT_ONCE)
    if (batch.length === 0) return false
    try {
      await write(batch)
    } catch (error) {
      waiting = [...batch, ...waiting]
      throw error
    }
    return waiting.length > 0
  }

  return {
    sleep,
    wake,
    count: () => waiting.length,
    add(result: LaneResult): void {
      waiting.push(result)
      if (waiting.length === 1 || waiting.length === AT_ONCE) wake()
    },
    writeSome,
    async writeTogether(): Promise<boolean> {
      if (waiting.length === 0) return false
      if (waiting.length < AT_ONCE) await sleep(EVERY_MS)
      return writeSome()
    },
  }
}
