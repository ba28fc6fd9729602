import { memberCode } from '../../people/members/member-code.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import type { DemoCatalogue, DemoOption, DemoType } from './catalogue.ts'
import type { MemberOutcome } from './club.ts'
import { addDays, addMs } from './days.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { splitEvenly } from './numbered.ts'
import { randomOf } from './seeded-random.ts'

export type DemoInstalment = {
  amountMinor: number
  dueAt: Date
  status: 'due' | 'paid' | 'failed' | 'cancelled'
  paidAt: Date | null
}
export type DemoMember = {
  n: number
  number: string
  barcode: string
  type: DemoType
  option: DemoOption
  seatId: number | null
  outcome: MemberOutcome
  dateOfBirth: string
  joinedAt: Date
  changedAt: Date
  fulfilledAt: Date | null
  trackingCode: string | null
  autoRenew: boolean
  gender: string | null
  company: string | null
  address: string
  address2: string | null
  instalments: DemoInstalment[]
}

/** Recent enough that no plan of instalments has run out. */
const JOINED_WITHIN_DAYS = 60

/** Member number n; `seatId` is the seat that is meant for it. */
export function drawMember(n: number, seatId: number | null, catalogue: DemoCatalogue, today: Date): DemoMember {
  const random = randomOf('member', n)
  const type = random.pick(catalogue.types.filter(({ seat_map_id }) => (seat_map_id !== null) === (seatId !== null)))
  const outcome = random.share(HARBOUR_CITY.members)
  const [full, ...plans] = catalogue.options
  const option = outcome === 'instalments' ? random.pick(plans) : full
  if (!option) throw new Error('the demo catalogue has no payment options')
  const joinedAt = addMs(addDays(today, -JOINED_WITHIN_DAYS), random.below((JOINED_WITHIN_DAYS - 1) * DAY_MS))
  const fulfilledAt = outcome === 'paid' && random.chance(0.6) ? addMs(joinedAt, random.below(DAY_MS)) : null
  return {
    n,
    number: memberNumber(n),
    barcode: memberCode((size) => Buffer.from(Array.from({ length: size }, () => random.below(256)))),
    type,
    option,
    seatId,
    outcome,
    dateOfBirth: addDays(today, -yearsOf(type, random.below(80)) * 365 - random.below(365))
      .toISOString()
      .slice(0, 10),
    joinedAt,
    changedAt: fulfilledAt ?? (outcome === 'cancelled' ? addMs(joinedAt, random.below(DAY_MS)) : joinedAt),
    fulfilledAt,
    trackingCode: fulfilledAt && random.chance(0.5) ? `TRK${String(n).padStart(9, '0')}` : null,
    autoRenew: random.chance(0.4),
    ...drawHome(n),
    instalments: instalmentsOf(outcome, type, option, joinedAt, today),
  }
}

/** A junior is young enough for it on the season's first day, a good half year ago. */
const yearsOf = ({ title }: DemoType, drawn: number): number =>
  title.startsWith('Junior') ? 5 + (drawn % 12) : 4 + drawn

export const memberNumber = (n: number): string => `D${String(n).padStart(9, '0')}`

const STREETS = ['Wharf Road', 'Signal Hill', 'Ferry Lane', 'Old Quarry Street'] as const
const GENDERS = ['female', 'male', 'non-binary', null] as const

/** By numbers of their own, so that everything else about a member stays what it was. */
function drawHome(n: number): Pick<DemoMember, 'gender' | 'company' | 'address' | 'address2'> {
  const random = randomOf('home', n)
  return {
    gender: random.pick(GENDERS),
    company: random.chance(0.1) ? 'Harbour City Ferries' : null,
    address: `${1 + random.below(200)} ${random.pick(STREETS)}`,
    address2: random.chance(0.3) ? `Unit ${1 + random.below(40)}` : null,
  }
}

function instalmentsOf(outcome: MemberOutcome, type: DemoType, option: DemoOption, joinedAt: Date, today: Date) {
  const amounts = splitEvenly(type.price_minor, option.number_of_instalments)
  return amounts.map((amountMinor, n): DemoInstalment => {
    const dueAt = addDays(joinedAt, n * option.months_between * 30)
    if (outcome === 'cancelled') return { amountMinor, dueAt, status: 'cancelled', paidAt: null }
    if (outcome === 'unpaid' || dueAt >= today) return { amountMinor, dueAt, status: 'due', paidAt: null }
    // A payment that came due in the last days has not been collected yet, now and then.
    if (n > 0 && dueAt > addDays(today, -4)) return { amountMinor, dueAt, status: 'failed', paidAt: null }
    // The first is paid where it is bought.
    return { amountMinor, dueAt, status: 'paid', paidAt: n === 0 ? dueAt : addMs(dueAt, HOUR_MS) }
  })
}
