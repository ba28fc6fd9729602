import { LRUCache } from 'lru-cache'
import type { View } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clock, SystemClock } from '../../platform/values/clock.ts'
import { eventStatus } from '../statuses.ts'
import { findMapSeats, findMapSections, findSeatsNow, findSoldSections } from './find-seats.ts'
import { drawGround, type Ground, statesOf } from './ground.ts'
import type { Revisions, SeatsNow } from './revisions.ts'
import { createSeatWatch, forgotten } from './watch-seats.ts'

/** What is answered is never older than this. */
export const SEATS_AGE_MS_MAX = 1_000
const AGE_MS_EAGER = 600
/** A ground of 50,000 seats takes 4 MB. */
const GROUND_SEATS_MAX = 1_000_000

export type EventSeats = {
  /** Undefined where the event is not to be seen, or sells no seats by number. At once while it is fresh in memory. */
  now(view: View, eventId: number): SeatsNow | undefined | Promise<SeatsNow | undefined>
  /** Only what is in memory, and no reading has to begin for. */
  atHand(view: View, eventId: number): SeatsNow | undefined
  /** A map as it is drawn, without who sits where; read by the caller's transaction where it is not in memory. */
  ground(orgId: OrgId, tx: Db, seatMapId: number, revision: number): Promise<Ground>
  /** The same, read at one instant where it is not in memory. */
  groundNow(orgId: OrgId, seatMapId: number, revision: number): Promise<Ground>
}

export type EventSeatDeps = { eventSeats: EventSeats }

type Reading = {
  readonly startedAt: number
  readonly isPublic: boolean
  readonly isDraft: boolean
  readonly seats: SeatsNow | undefined
}

/** The seats of events that buyers look at. What is read is in the database, so that every process shows the same. */
export function createEventSeats({
  sql,
  clock,
  systemClock,
}: {
  sql: Sql
  clock: Clock
  systemClock: SystemClock
}): EventSeats {
  const grounds = new LRUCache<string, Ground>({
    ...forgotten,
    maxSize: GROUND_SEATS_MAX,
    sizeCalculation: ({ seats }) => seats + 1,
  })

  function keptGround(orgId: OrgId, seatMapId: number, revision: number): Ground | undefined {
    const ground = grounds.get(`${orgId} ${seatMapId}`)
    return ground?.revision === revision ? ground : undefined
  }

  async function readGround(orgId: OrgId, tx: Db, seatMapId: number, revision: number): Promise<Ground> {
    const sections = await findMapSections(orgId, tx, seatMapId)
    const ground = drawGround(revision, sections, await findMapSeats(orgId, tx, seatMapId))
    grounds.set(`${orgId} ${seatMapId}`, ground)
    return ground
  }

  const groundNow = async (orgId: OrgId, seatMapId: number, revision: number): Promise<Ground> =>
    keptGround(orgId, seatMapId, revision) ??
    sql.begin('isolation level repeatable read read only', (tx) => readGround(orgId, tx, seatMapId, revision))

  async function read(orgId: OrgId, eventId: number, revisions: Revisions): Promise<Reading> {
    const now = clock(orgId)
    const startedAt = now.getTime()
    const [row] = await findSeatsNow(orgId, sql, eventId, now)
    if (!row) return { startedAt, isPublic: true, isDraft: false, seats: undefined }
    const soldSections = await findSoldSections(orgId, sql, eventId, now)
    const ground = await groundNow(orgId, row.seat_map_id, row.drawing_revision)
    const states = statesOf(ground, row, soldSections)
    const isPublic = row.public_event && row.event_status_id === eventStatus.live
    const isDraft = row.event_status_id === eventStatus.draft
    return { startedAt, isPublic, isDraft, seats: revisions.add(ground, soldSections, states) }
  }

  const watch = createSeatWatch({
    systemClock,
    ages: { ageMsMax: SEATS_AGE_MS_MAX, ageMsEager: AGE_MS_EAGER },
    seatsOf: (eventId) => ({ event_id: String(eventId) }),
    read,
  })

  return {
    groundNow,
    ground: async (orgId, tx, seatMapId, revision) =>
      keptGround(orgId, seatMapId, revision) ?? readGround(orgId, tx, seatMapId, revision),
    now(view, eventId) {
      const reading = watch.now(view.orgId, eventId)
      const toView = (of: Reading) => shownTo(view, eventId, of)
      return reading instanceof Promise ? reading.then(toView) : toView(reading)
    },
    atHand(view, eventId) {
      const reading = watch.atHand(view.orgId, eventId)
      return reading && shownTo(view, eventId, reading)
    },
  }
}

function shownTo({ audience, previewedEventId }: View, eventId: number, { isPublic, isDraft, seats }: Reading) {
  const isSeen = audience !== 'public' || isPublic || (isDraft && previewedEventId === eventId)
  return isSeen ? seats : undefined
}
