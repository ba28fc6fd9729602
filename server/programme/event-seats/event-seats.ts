import { LRUCache } from 'lru-cache'
import type { View } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clock, SystemClock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { eventStatus } from '../statuses.ts'
import { findMapSeats, findMapSections, findSeatsNow, findSoldSections } from './find-seats.ts'
import { drawGround, type Ground, statesOf } from './ground.ts'
import { createRevisions, type Revisions, type SeatsNow } from './revisions.ts'

/** What is answered is never older than this; a reading begins earlier, so that no buyer waits for it while a crowd asks. */
export const SEATS_AGE_MS_MAX = 1_000
const AGE_MS_EAGER = 600
const FORGOTTEN_AFTER_MS = 2 * MINUTE_MS
/** A ground of 50,000 seats takes about 300 kB for each event that is looked at, and 4 MB for itself. */
const EVENTS_MAX = 200
const GROUND_SEATS_MAX = 1_000_000

export type EventSeats = {
  /** Undefined where the event is not to be seen, or sells no seats by number. At once while it is fresh in memory. */
  now(view: View, eventId: number): SeatsNow | undefined | Promise<SeatsNow | undefined>
  /** Only what is in memory, and no reading has to begin for. */
  atHand(view: View, eventId: number): SeatsNow | undefined
  /** A map as it is drawn, without who sits where; read by the caller's transaction where it is not in memory. */
  ground(orgId: OrgId, tx: Db, seatMapId: number, revision: number): Promise<Ground>
}

export type EventSeatDeps = { eventSeats: EventSeats }

type Reading = {
  readonly startedAt: number
  readonly isPublic: boolean
  readonly isDraft: boolean
  readonly seats: SeatsNow | undefined
}
type Watched = { reading: Reading | undefined; loading: Promise<Reading> | undefined; readonly revisions: Revisions }

/**
 * The seats of events that buyers look at. However many do, each process reads an event once a second or so, and none that no one asks
 * for. What it reads is in the database, so that every process shows the same.
 */
export function createEventSeats({
  sql,
  clock,
  systemClock,
}: {
  sql: Sql
  clock: Clock
  /** How old a reading is. */
  systemClock: SystemClock
}): EventSeats {
  const forgotten = { ttl: FORGOTTEN_AFTER_MS, ttlAutopurge: true, updateAgeOnGet: true }
  const watched = new LRUCache<string, Watched>({ ...forgotten, max: EVENTS_MAX })
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

  async function read(orgId: OrgId, eventId: number, revisions: Revisions): Promise<Reading> {
    const now = clock(orgId)
    const startedAt = now.getTime()
    const [row] = await findSeatsNow(orgId, sql, eventId, now)
    if (!row) return { startedAt, isPublic: true, isDraft: false, seats: undefined }
    const soldSections = await findSoldSections(orgId, sql, eventId, now)
    const { seat_map_id: mapId, drawing_revision: revision } = row
    const ground =
      keptGround(orgId, mapId, revision) ??
      (await sql.begin('isolation level repeatable read read only', (tx) => readGround(orgId, tx, mapId, revision)))
    const states = statesOf(ground, row, soldSections)
    const isPublic = row.public_event && row.event_status_id === eventStatus.live
    const isDraft = row.event_status_id === eventStatus.draft
    return { startedAt, isPublic, isDraft, seats: revisions.add(ground, soldSections, states) }
  }

  function load(orgId: OrgId, eventId: number, entry: Watched): Promise<Reading> {
    entry.loading ??= read(orgId, eventId, entry.revisions)
      .then((reading) => {
        entry.reading = reading
        return reading
      })
      .finally(() => {
        entry.loading = undefined
      })
    return entry.loading
  }

  function watch(key: string, eventId: number): Watched {
    const entry = { reading: undefined, loading: undefined, revisions: createRevisions(eventId) }
    watched.set(key, entry)
    return entry
  }

  const ageOf = ({ startedAt }: Reading) => systemClock().getTime() - startedAt

  return {
    ground: async (orgId, tx, seatMapId, revision) =>
      keptGround(orgId, seatMapId, revision) ?? readGround(orgId, tx, seatMapId, revision),
    now(view, eventId) {
      const { orgId } = view
      const key = `${orgId} ${eventId}`
      const entry = watched.get(key) ?? watch(key, eventId)
      const toView = (reading: Reading) => shownTo(view, eventId, reading)
      const { reading } = entry
      const age = reading ? ageOf(reading) : Number.POSITIVE_INFINITY
      if (!reading || age < 0 || age >= SEATS_AGE_MS_MAX) return load(orgId, eventId, entry).then(toView)
      // A failure is told to the first request that comes once this reading is too old.
      if (age >= AGE_MS_EAGER) load(orgId, eventId, entry).catch(() => {})
      return toView(reading)
    },
    atHand(view, eventId) {
      const { reading, loading } = watched.get(`${view.orgId} ${eventId}`) ?? {}
      if (!reading) return undefined
      const age = ageOf(reading)
      return age >= 0 && age < (loading ? SEATS_AGE_MS_MAX : AGE_MS_EAGER) ? shownTo(view, eventId, reading) : undefined
    },
  }
}

function shownTo({ audience, previewedEventId }: View, eventId: number, { isPublic, isDraft, seats }: Reading) {
  const isSeen = audience !== 'public' || isPublic || (isDraft && previewedEventId === eventId)
  return isSeen ? seats : undefined
}
