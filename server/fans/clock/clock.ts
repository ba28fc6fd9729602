import { type Static, Type } from 'typebox'
import type { StoredClock } from '../../access/clock-offsets.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { type UpcomingRow, upcomingKinds } from './upcoming.ts'

/** The database holds it too. */
export const CLOCK_AHEAD_MAX_MS = 730 * DAY_MS

export const ClockReply = Type.Object(
  {
    now_unix: Type.Integer({ description: 'the organisation’s time' }),
    ahead_seconds: Type.Integer({ description: 'of the real time' }),
    ahead_seconds_max: Type.Integer({ description: 'two years in all; 0 where the clock cannot be moved' }),
    advancing_to_unix: Nullable(
      Type.Integer({ description: 'while the clock is on its way there; what is due until then happens in order' }),
    ),
    upcoming: Type.Array(
      Type.Object({ kind: OneOf([...upcomingKinds]), at_unix: Type.Integer() }, { title: 'UpcomingThing' }),
      { description: 'of each kind what comes next, the earliest first' },
    ),
  },
  { title: 'OrganisationClock' },
)

export const toClock = (now: Date, mode: 'live' | 'test', stored: StoredClock, upcoming: UpcomingRow[]) =>
  ({
    now_unix: unixSeconds(now),
    ahead_seconds: Math.floor(stored.clock_ahead_ms / 1000),
    ahead_seconds_max: mode === 'test' ? CLOCK_AHEAD_MAX_MS / 1000 : 0,
    advancing_to_unix: stored.clock_advancing
      ? unixSeconds(new Date(now.getTime() + stored.clock_target_ms - stored.clock_ahead_ms))
      : null,
    upcoming: upcoming.map(({ kind, at }) => ({ kind, at_unix: unixSeconds(at) })),
  }) satisfies Static<typeof ClockReply>
