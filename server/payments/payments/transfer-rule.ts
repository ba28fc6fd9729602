import { DAY_MS } from '../../platform/values/durations.ts'
import type { Sale } from './offered-methods.ts'

/** What a checkout names to pay by transfer. */
export const BANK_TRANSFER = 'bank_transfer'

/** What its payment is called, as that of a transfer which staff record. */
export const TRANSFER_METHOD = 'transfer'

/** What of an organisation decides whether and until when fans may pay by transfer. */
export type TransferSettings = {
  transfer_on: boolean
  transfer_days: number
  transfer_days_before: number
}

/** Money that comes on the day before an event is the last that a person can still look at. */
const BEFORE_EVENT_MS = DAY_MS
/** So long before the deadline the buyer is reminded, unless they have ordered only just before. */
const REMINDER_MS = 2 * DAY_MS

/** Until when the places of a sale wait for its money; undefined where it is not offered. Later parts of a plan cannot be charged by it. */
export function transferDeadline(settings: TransferSettings, { now, startsAt, keeps }: Sale): Date | undefined {
  if (!settings.transfer_on || keeps) return undefined
  const untilEventMs = startsAt === null ? Number.POSITIVE_INFINITY : startsAt.getTime() - now.getTime()
  if (untilEventMs <= settings.transfer_days_before * DAY_MS) return undefined
  return new Date(now.getTime() + Math.min(settings.transfer_days * DAY_MS, untilEventMs - BEFORE_EVENT_MS))
}

/** When the buyer is reminded of one that was ordered, or given more time, then. */
export function reminderOf(from: Date, deadline: Date): Date | null {
  const at = deadline.getTime() - REMINDER_MS
  return at - from.getTime() >= DAY_MS ? new Date(at) : null
}
