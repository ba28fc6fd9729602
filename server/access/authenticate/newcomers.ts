import { type AddressLimits, addressBucket } from '../rate-limits/addresses.ts'
import type { Verdict } from '../rate-limits/rate-limits.ts'

/** Of one address: keys that are being looked for, and requests that wait for one of these to be found. */
type Line = { looking: number; readonly waiting: ((verdict: Verdict) => void)[] }

export type Newcomers = {
  /** Takes a request of the address, before its key is looked for. Every allowed one is followed by `leave`. */
  enter(address: string): Verdict | Promise<Verdict>
  leave(address: string, isKnown: boolean): void
}

/** Beyond this many of one address, those who would have to wait are refused. */
const WAITING_MAX = 10_000

/*
 * Looking for a key that this process has never seen costs the database a read, and any caller can make such keys up. So each look takes a
 * request of its address first, and a key that is found gives it back. When a turnstile hall starts up behind one address, more keys
 * may be looked for at once than the address has requests: a key that comes too late waits for those before it.
 */
export function createNewcomers({ take, giveBack }: AddressLimits): Newcomers {
  const lines = new Map<string, Line>()

  /** A key that is refused while others of the address are still being looked for may yet be let in. */
  const letIn = (line: Line, address: string): Verdict | undefined => {
    const verdict = take(address)
    if (verdict.allowed) line.looking += 1
    else if (line.looking > 0) return undefined
    return verdict
  }

  return {
    enter(address) {
      const bucket = addressBucket(address)
      const line = lines.get(bucket) ?? { looking: 0, waiting: [] }
      const verdict = line.waiting.length < WAITING_MAX ? letIn(line, address) : take(address)
      if (line.looking > 0) lines.set(bucket, line)
      return verdict ?? new Promise((resolve) => line.waiting.push(resolve))
    },
    leave(address, isKnown) {
      if (isKnown) giveBack(address)
      const bucket = addressBucket(address)
      const line = lines.get(bucket)
      if (!line) return
      line.looking -= 1
      for (let next = line.waiting.shift(); next; next = line.waiting.shift()) {
        const verdict = letIn(line, address)
        if (!verdict) {
          line.waiting.unshift(next)
          break
        }
        next(verdict)
      }
      if (line.looking === 0) lines.delete(bucket)
    },
  }
}
