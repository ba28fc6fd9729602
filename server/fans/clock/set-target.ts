import { noteOffset, type StoredClock } from '../../access/clock-offsets.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { conflict, invalid } from '../../resources/constraints.ts'
import { CLOCK_AHEAD_MAX_MS } from './clock.ts'
import type { ClockDeps } from './clock-deps.ts'

type Distance = { seconds?: number; to_unix?: number }

/** Writes down where a sandbox's clock shall be; a worker takes it there. */
export async function setTarget(
  orgId: OrgId,
  tx: Tx,
  { clock, offsets }: ClockDeps & { clock: Clock },
  distance: Distance,
): Promise<{ now: Date; after: StoredClock }> {
  const [before] = await tx<StoredClock[]>`
    select clock_ahead_ms, clock_target_ms, clock_advancing
    from organisations
    where org_id = ${orgId}
    for no key update`
  if (!before) throw new ApiError('resource_missing')
  noteOffset(offsets, orgId, before.clock_ahead_ms)
  if (before.clock_advancing) throw conflict('The clock is still on its way to where it was moved last.')()
  const now = clock(orgId)
  const targetMs = before.clock_ahead_ms + distanceMs(distance, now)
  if (targetMs > CLOCK_AHEAD_MAX_MS) throw tooFar(distance)
  const [after] = await tx<StoredClock[]>`
    update organisations
    set clock_target_ms = ${targetMs}, clock_advancing = true
    where org_id = ${orgId}
    returning clock_ahead_ms, clock_target_ms, clock_advancing`
  if (!after) throw new Error('update of organisations lost its row')
  return { now, after }
}

function distanceMs({ seconds, to_unix: toUnix }: Distance, now: Date): number {
  if (seconds !== undefined && toUnix !== undefined) throw invalid('to_unix', 'Send seconds or to_unix, not both.')()
  if (seconds !== undefined) return seconds * 1000
  if (toUnix === undefined) throw invalid('seconds', 'Send seconds or to_unix.')()
  const ms = toUnix * 1000 - now.getTime()
  if (ms <= 0) throw invalid('to_unix', 'to_unix has passed already: the clock goes forward only.')()
  return ms
}

const tooFar = ({ seconds }: Distance) =>
  invalid(seconds === undefined ? 'to_unix' : 'seconds', 'The clock can be moved by two years in all.')()
