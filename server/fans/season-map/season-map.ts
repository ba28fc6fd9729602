import type { View } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock, SystemClock } from '../../platform/values/clock.ts'
import type { EventSeats } from '../../programme/event-seats/event-seats.ts'
import { type Ground, markSeats } from '../../programme/event-seats/ground.ts'
import type { Revisions, SeatsNow } from '../../programme/event-seats/revisions.ts'
import { packStates, seatState } from '../../programme/event-seats/seat-states.ts'
import { createSeatWatch } from '../../programme/event-seats/watch-seats.ts'
import {
  type FullSectionRow,
  findFullSections,
  findSeasonSeatsNow,
  type SeasonSeatsNowRow,
} from './find-season-seats.ts'

/** A season has the claims of all its events, and is sold over weeks: it is read less often than an event. */
export const SEASON_SEATS_AGE_MS_MAX = 5_000
const AGE_MS_EAGER = 3_000

export type SeasonMap = {
  /** Undefined where the season has no seats, or the caller may not see them. At once while it is fresh in memory. */
  now(view: View, seasonId: number): SeatsNow | undefined | Promise<SeatsNow | undefined>
  /** Only what is in memory, and no reading has to begin for. */
  atHand(view: View, seasonId: number): SeatsNow | undefined
}

export type SeasonMapDeps = { seasonMap: SeasonMap }

type Reading = { readonly startedAt: number; readonly isPublic: boolean; readonly seats: SeatsNow | undefined }

export type SeasonMapNeeds = { sql: Sql; clock: Clock; systemClock: SystemClock }

/** The seats of seasons that buyers look at: free is what can be had at every event to come. */
export function createSeasonMap(
  { sql, clock, systemClock }: SeasonMapNeeds,
  eventSeats: Pick<EventSeats, 'groundNow'>,
): SeasonMap {
  async function read(orgId: OrgId, seasonId: number, revisions: Revisions): Promise<Reading> {
    const now = clock(orgId)
    const startedAt = now.getTime()
    const [row] = await findSeasonSeatsNow(orgId, sql, seasonId, now)
    if (!row) return { startedAt, isPublic: false, seats: undefined }
    const full = await findFullSections(orgId, sql, seasonId, now)
    const ground = await eventSeats.groundNow(orgId, row.seat_map_id, row.drawing_revision)
    // By no price category: what a seat costs is said by the membership.
    return { startedAt, isPublic: row.on_sale, seats: revisions.add(ground, [], statesOf(ground, row, full)) }
  }

  const watch = createSeatWatch({
    systemClock,
    ages: { ageMsMax: SEASON_SEATS_AGE_MS_MAX, ageMsEager: AGE_MS_EAGER },
    seatsOf: (seasonId) => ({ season_id: seasonId }),
    read,
  })

  return {
    now(view, seasonId) {
      const reading = watch.now(view.orgId, seasonId)
      const toView = (of: Reading) => shownTo(view, of)
      return reading instanceof Promise ? reading.then(toView) : toView(reading)
    },
    atHand(view, seasonId) {
      const reading = watch.atHand(view.orgId, seasonId)
      return reading && shownTo(view, reading)
    },
  }
}

const shownTo = ({ audience }: View, { isPublic, seats }: Reading) =>
  audience !== 'public' || isPublic ? seats : undefined

/** Two bits a seat. Where a section is full at one of the events, what is free is not for sale. */
function statesOf(ground: Ground, row: SeasonSeatsNowRow, full: FullSectionRow[]): Uint8Array {
  const states = new Uint8Array(ground.seats).fill(seatState.free)
  markSeats(ground, states, row.held, seatState.held)
  markSeats(ground, states, row.taken, seatState.taken)
  markSeats(ground, states, row.blocked, seatState.not_for_sale)
  const fullIds = new Set(full.map(({ seat_section_id }) => seat_section_id))
  for (const { seat_section_id, first, seats } of ground.sections) {
    if (!fullIds.has(seat_section_id)) continue
    for (let n = first; n < first + seats; n += 1) if (states[n] === seatState.free) states[n] = seatState.not_for_sale
  }
  return packStates(states)
}
