import type { Failure } from './failure.ts'
import type { KeptScans } from './kept-scans.ts'
import type { KeptScan } from './queue.ts'
import type { Register } from './register.ts'

/** What the page shows beside the answer itself. */
export type Standing = {
  isOnline: boolean
  /** Whether the network is there and too slow to wait for. */
  isSlow: boolean
  /** Not yet in the service's log. */
  waiting: number
  /** When the queue last became shorter, or began, on the phone's clock. */
  shrunkAt: number
  /** Those that the service does not take, oldest first. */
  aside: KeptScan[]
  /** When phone and service last agreed, on the phone's clock. */
  agreedAt: number | null
  register: Register | undefined
  last: KeptScan[]
  /** How many this phone has let in, all evening. */
  admitted: number
  isRevoked: boolean
  /** What the last meeting could not do. */
  failure: Failure | null
  storagePercent: number | null
  batteryPercent: number | null
  /** What all stewards are told. */
  message: string | null
}

export const firstStanding = (isOnline: boolean, now: number): Standing => ({
  isOnline,
  isSlow: false,
  waiting: 0,
  shrunkAt: now,
  aside: [],
  agreedAt: null,
  register: undefined,
  last: [],
  admitted: 0,
  isRevoked: false,
  failure: null,
  storagePercent: null,
  batteryPercent: null,
  message: null,
})

type Counts = Pick<Standing, 'waiting' | 'shrunkAt' | 'aside' | 'last'>

/** What the kept scans add up to. */
export function countsOf(before: Standing, { waiting, aside, last }: KeptScans, now: number): Counts {
  const isShorter = before.waiting === 0 || waiting < before.waiting
  return { waiting, shrunkAt: isShorter ? now : before.shrunkAt, aside, last }
}
