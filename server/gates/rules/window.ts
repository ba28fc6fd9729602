import type { EventFacts } from './facts.ts'

type Times = Pick<EventFacts, 'doorsAt' | 'startsAt' | 'endsAt'>

const HOUR_MS = 3_600_000

/** An event that does not say when its doors open lets people in this long before it starts … */
export const OPENS_BEFORE_MS = 12 * HOUR_MS
/** … and one that does not say when it ends, this long after. */
export const CLOSES_AFTER_MS = 24 * HOUR_MS

export const opensAt = ({ doorsAt, startsAt }: Times): number => doorsAt ?? startsAt - OPENS_BEFORE_MS

export const closesAt = ({ startsAt, endsAt }: Times): number => endsAt ?? startsAt + CLOSES_AFTER_MS
