import { LRUCache } from 'lru-cache'
import type { OrgId } from '../../access/principal.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { createRevisions, type Revisions, type SeatsOf } from './revisions.ts'

const FORGOTTEN_AFTER_MS = 2 * MINUTE_MS
/** A ground of 50,000 seats takes about 300 kB for each event that is looked at. */
const WATCHED_MAX = 200

/** What is not looked at for a while is forgotten. */
export const forgotten = { ttl: FORGOTTEN_AFTER_MS, ttlAutopurge: true, updateAgeOnGet: true }

type Timed = { readonly startedAt: number }
type Watched<Reading> = {
  reading: Reading | undefined
  loading: Promise<Reading> | undefined
  readonly revisions: Revisions
}

export type SeatWatch<Reading> = {
  /** Answers synchronously while the reading in memory is fresh. */
  now(orgId: OrgId, id: number): Reading | Promise<Reading>
  /** Only what is in memory, and no reading has to begin for. */
  atHand(orgId: OrgId, id: number): Reading | undefined
}

/**
 * Seats that buyers look at, by the id of what they are of. However many do, each process reads them once in `ageMsMax` or so, and none that
 * no one asks for; a reading begins at `ageMsEager`, so that no buyer waits for it while a crowd asks.
 */
export function createSeatWatch<Reading extends Timed>({
  systemClock,
  ages: { ageMsMax, ageMsEager },
  seatsOf,
  read,
}: {
  /** How old a reading is. */
  systemClock: SystemClock
  ages: { ageMsMax: number; ageMsEager: number }
  seatsOf(id: number): SeatsOf
  read(orgId: OrgId, id: number, revisions: Revisions): Promise<Reading>
}): SeatWatch<Reading> {
  const watched = new LRUCache<string, Watched<Reading>>({ ...forgotten, max: WATCHED_MAX })

  function load(orgId: OrgId, id: number, entry: Watched<Reading>): Promise<Reading> {
    entry.loading ??= read(orgId, id, entry.revisions)
      .then((reading) => {
        entry.reading = reading
        return reading
      })
      .finally(() => {
        entry.loading = undefined
      })
    return entry.loading
  }

  function watch(key: string, id: number): Watched<Reading> {
    const entry = { reading: undefined, loading: undefined, revisions: createRevisions(seatsOf(id)) }
    watched.set(key, entry)
    return entry
  }

  const ageOf = ({ startedAt }: Reading) => systemClock().getTime() - startedAt

  return {
    now(orgId, id) {
      const key = `${orgId} ${id}`
      const entry = watched.get(key) ?? watch(key, id)
      const { reading } = entry
      const age = reading ? ageOf(reading) : Number.POSITIVE_INFINITY
      if (!reading || age < 0 || age >= ageMsMax) return load(orgId, id, entry)
      // A failure is told to the first request that comes once this reading is too old.
      if (age >= ageMsEager) load(orgId, id, entry).catch(() => {})
      return reading
    },
    atHand(orgId, id) {
      const { reading, loading } = watched.get(`${orgId} ${id}`) ?? {}
      if (!reading) return undefined
      const age = ageOf(reading)
      return age >= 0 && age < (loading ? ageMsMax : ageMsEager) ? reading : undefined
    },
  }
}
