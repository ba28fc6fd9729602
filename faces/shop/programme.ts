/** What one line of the programme says of an event's tickets, by the moment at which it is read. */
export type Standing = 'cancelled' | 'over' | 'sold_out' | 'scheduled' | 'members' | 'few' | 'open' | 'ended'

type Listed = {
  event_status_id: string
  event_start_unix: number
  event_end_unix: number | null
  offer: { sale: string; few_left: boolean }
}

/** Gates close a day after the start, where the club does not say when it ends. */
const DAY_SECONDS = 86_400

export function standingOf(event: Listed, nowSeconds: number): Standing {
  if (event.event_status_id === '3') return 'cancelled'
  if ((event.event_end_unix ?? event.event_start_unix + DAY_SECONDS) <= nowSeconds) return 'over'
  if (event.offer.sale === 'open') return event.offer.few_left ? 'few' : 'open'
  return event.offer.sale as Standing
}

/** Two days and more are told as a date; what is nearer is counted down. */
const COUNTED_SECONDS = 2 * DAY_SECONDS

/** "1:04:09" until then; undefined where that is too far, or past. */
export function countdownTo(unixSeconds: number, nowSeconds: number): string | undefined {
  const left = Math.ceil(unixSeconds - nowSeconds)
  if (left <= 0 || left > COUNTED_SECONDS) return undefined
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** Where the programme was left, in the entry of the browser's history: a fan who goes back finds it there again. */
export type LeftAt = { scroll: number; count: number; event: string }

export const leftAt = (state: unknown): LeftAt | undefined => {
  const { programme } = (state ?? {}) as { programme?: LeftAt }
  return programme
}
