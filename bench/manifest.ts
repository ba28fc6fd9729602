import { request } from 'undici'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { seedStadium } from './gates/seed.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { below } from './targets.ts'

const TICKETS = 60_000
const CHANGES = 100
const ROUNDS = 5
const BUILT_MOST_MS = 2000
const BYTES_MOST = 8_000_000
const DELTA_MOST_MS = 50

/** The manifest of a full stadium, compressed, and the delta of a hundred changes. */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const { orgId, eventId, keys } = await seedStadium(databaseUrl, TICKETS, 1)
    const api = await startApi(databaseUrl)
    const fetchManifest = async (query = '') => {
      const began = performance.now()
      const { body, statusCode } = await request(`${api.url}/v1/gate/events/${eventId}/manifest${query}`, {
        headers: { authorization: `Bearer ${keys[0]}`, 'accept-encoding': 'gzip' },
      })
      const bytes = (await body.bytes()).length
      if (statusCode !== 200) throw new Error(`the manifest is answered with ${statusCode}`)
      return { ms: performance.now() - began, bytes }
    }
    try {
      const full = await rounds(() => fetchManifest())
      const sql = openDatabase(databaseUrl, { poolSize: 1 })
      await sql`
        update tickets
        set ticket_status_id = 2, changed_at = now()
        where org_id = ${orgId}
          and ticket_id in (select ticket_id from tickets where org_id = ${orgId} limit ${CHANGES})`
      await sql.end()
      const delta = await rounds(() => fetchManifest(`?since=${Math.floor(Date.now() / 1000)}`))
      return {
        targets: [
          below('manifest ms', full.ms, BUILT_MOST_MS),
          below('manifest bytes compressed', full.bytes, BYTES_MOST),
          below('delta ms', delta.ms, DELTA_MOST_MS),
        ],
        figures: {
          tickets: TICKETS,
          'manifest ms': Math.round(full.ms),
          'manifest ms allowed': BUILT_MOST_MS,
          'manifest bytes compressed': full.bytes,
          'manifest bytes allowed': BYTES_MOST,
          'delta of 100 changes ms': Number(delta.ms.toFixed(1)),
          'delta ms allowed': DELTA_MOST_MS,
        },
      }
    } finally {
      await api.stop()
    }
  })

type Fetched = { ms: number; bytes: number }

async function rounds(fetchOne: () => Promise<Fetched>): Promise<Fetched> {
  const all: Fetched[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await fetchOne())
  return all.toSorted((a, b) => a.ms - b.ms)[Math.floor(ROUNDS / 2)] ?? { ms: Number.POSITIVE_INFINITY, bytes: 0 }
}
