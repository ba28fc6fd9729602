import { memberCode } from '../../people/members/member-code.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { splitEvenly } from './bulk.ts'
import type { DemoCatalogue, DemoOption, DemoType } from './demo-catalogue.ts'
import { addDays, addMs } from './demo-day.ts'
import { fateOf } from './fate.ts'

const { unpaid, paid, instalments, cancelled } = memberStatus

export type DemoInstalment = {
  amountMinor: number
  dueAt: Date
  status: 'due' | 'paid' | 'failed' | 'cancelled'
  paidAt: Date | null
}
export type DemoMember = {
  number: string
  barcode: string
  type: DemoType
  option: DemoOption
  seatId: number | null
  statusId: (typeof memberStatus)[keyof typeof memberStatus]
  orderStatus: 'pending' | 'confirmed' | 'cancelled'
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

/** Every third member has a season seat, as long as there are any. */
export const SEATED_EACH = 3
/** Recent enough that no plan of instalments has run out. */
const JOINED_WITHIN_DAYS = 60

/** Member number n; `seatId` is the seat that is meant for it. */
export function memberOf(n: number, seatId: number | null, catalogue: DemoCatalogue, today: Date): DemoMember {
  const lot = fateOf('member', n)
  const type = lot.pick(catalogue.types.filter(({ seat_map_id }) => (seat_map_id !== null) === (seatId !== null)))
  const statusId = statusOf(lot.below(100))
  const [full, ...plans] = catalogue.options
  const option = statusId === instalments ? lot.pick(plans) : full
  if (!option) throw new Error('the demo catalogue has no payment options')
  const joinedAt = addMs(addDays(today, -JOINED_WITHIN_DAYS), lot.below((JOINED_WITHIN_DAYS - 1) * DAY_MS))
  const fulfilledAt = statusId === paid && lot.chance(0.6) ? addMs(joinedAt, lot.below(DAY_MS)) : null
  return {
    number: memberNumber(n),
    barcode: memberCode((size) => Buffer.from(Array.from({ length: size }, () => lot.below(256)))),
    type,
    option,
    seatId,
    statusId,
    orderStatus: statusId === cancelled ? 'cancelled' : statusId === unpaid ? 'pending' : 'confirmed',
    dateOfBirth: addDays(today, -(4 + lot.below(80)) * 365 - lot.below(365))
      .toISOString()
      .slice(0, 10),
    joinedAt,
    changedAt: fulfilledAt ?? (statusId === cancelled ? addMs(joinedAt, lot.below(DAY_MS)) : joinedAt),
    fulfilledAt,
    trackingCode: fulfilledAt && lot.chance(0.5) ? `TRK${String(n).padStart(9, '0')}` : null,
    autoRenew: lot.chance(0.4),
    ...homeOf(n),
    instalments: instalmentsOf(statusId, type, option, joinedAt, today),
  }
}

const STREETS = ['Wharf Road', 'Signal Hill', 'Ferry Lane', 'Old Quarry Street'] as const
const GENDERS = ['female', 'male', 'non-binary', null] as const

/** By a lot of their own, so that everything else about a member stays what it was. */
function homeOf(n: number): Pick<DemoMember, 'gender' | 'company' | 'address' | 'address2'> {
  const lot = fateOf('home', n)
  return {
    gender: lot.pick(GENDERS),
    company: lot.chance(0.1) ? 'Harbour City Ferries' : null,
    address: `${1 + lot.below(200)} ${lot.pick(STREETS)}`,
    address2: lot.chance(0.3) ? `Unit ${1 + lot.below(40)}` : null,
  }
}

export const memberNumber = (n: number): string => `D${String(n).padStart(9, '0')}`

const statusOf = (draw: number) => (draw < 70 ? paid : draw < 86 ? instalments : draw < 94 ? unpaid : cancelled)

function instalmentsOf(statusId: number, type: DemoType, option: DemoOption, joinedAt: Date, today: Date) {
  const amounts = splitEvenly(type.price_minor, option.number_of_instalments)
  return amounts.map((amountMinor, n): DemoInstalment => {
    const dueAt = addDays(joinedAt, n * option.months_between * 30)
    if (statusId === cancelled) return { amountMinor, dueAt, status: 'cancelled', paidAt: null }
    if (statusId === unpaid || dueAt >= today) return { amountMinor, dueAt, status: 'due', paidAt: null }
    // A payment that came due in the last days has not been collected yet, now and then.
    if (n > 0 && dueAt > addDays(today, -4)) return { amountMinor, dueAt, status: 'failed', paidAt: null }
    return { amountMinor, dueAt, status: 'paid', paidAt: addMs(dueAt, HOUR_MS) }
  })
}
