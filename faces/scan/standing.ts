import type { KeptScan } from './queue.ts'
import type { Register } from './register.ts'

const LAST = 10

/** What the page shows beside the answer itself. */
export type Standing = {
  isOnline: boolean
  /** Not yet in the service's log. */
  waiting: number
  /** When phone and service last agreed, on the phone's clock. */
  agreedAt: number | null
  register: Register | undefined
  last: KeptScan[]
  admitted: number
  isRevoked: boolean
  /** What all stewards are told. */
  message: string | null
}

export const firstStanding = (isOnline: boolean): Standing => ({
  isOnline,
  waiting: 0,
  agreedAt: null,
  register: undefined,
  last: [],
  admitted: 0,
  isRevoked: false,
  message: null,
})

/** What the kept scans add up to. */
export function countsOf(scans: readonly KeptScan[]): Pick<Standing, 'waiting' | 'last' | 'admitted'> {
  const decided = scans.filter(({ result }) => result !== null)
  return {
    waiting: scans.filter(({ stage, annul }) => stage === 'waiting' || annul === 'wanted').length,
    last: decided.slice(-LAST).reverse(),
    admitted: decided.filter(({ result, annul }) => result === 'admitted' && annul === null).length,
  }
}
