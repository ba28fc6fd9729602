import autocannon from 'autocannon'
import { decideScans } from '../server/gates/scans/decide-scans.ts'
import { type RecordedScan, recordScans } from '../server/gates/scans/record-scans.ts'
import { openDatabase, type Sql } from '../server/platform/postgres/database.ts'
import { organisationClock, systemClock } from '../server/platform/values/clock.ts'
import { type Stadium, seedStadium } from './gates/seed.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { atLeast, below } from './targets.ts'

const DEVICES = 32
const TICKETS = 60_000
const ROUNDS = 3
const SECONDS = 3
const POOL = 10
const RATIO_LEAST = 0.6
const P99_MOST_MS = 50

/** Scans over HTTP at 32 devices, against the statement that decides and records, by the same driver without HTTP. */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const stadium = await seedStadium(databaseUrl, TICKETS, DEVICES)
    const api = await startApi(databaseUrl, { DATABASE_POOL: String(POOL) })
    const sql = openDatabase(databaseUrl, { poolSize: POOL })
    let next = 0
    const take = () => next++
    try {
      const http: { rate: number; p99: number }[] = []
      const statement: number[] = []
      const whole: number[] = []
      // Each way is warmed up first.
      await without(take, (n) => wholeScan(sql, stadium, n))
      await overHttp(api.url, stadium, take)
      // Turn about, so that a slow moment of the machine falls on all.
      for (let round = 0; round < ROUNDS; round += 1) {
        statement.push(await without(take, (n) => bareStatement(sql, stadium, n)))
        http.push(await overHttp(api.url, stadium, take))
        whole.push(await without(take, (n) => wholeScan(sql, stadium, n)))
      }
      const rate = median(http.map(({ rate: each }) => each))
      const ratio = rate / median(statement)
      const p99 = median(http.map(({ p99: each }) => each))
      return {
        targets: [atLeast('ratio to the statement alone', ratio, RATIO_LEAST), below('p99 ms', p99, P99_MOST_MS)],
        figures: {
          'scans/s over HTTP, 32 devices': Math.round(rate),
          'p99 ms': p99,
          'statement alone, without HTTP, /s': Math.round(median(statement)),
          'facts, rules and statement, without HTTP, /s': Math.round(median(whole)),
          'ratio to the statement alone': Number(ratio.toFixed(3)),
          'ratio wanted': RATIO_LEAST,
          'ratio to facts, rules and statement': Number((rate / median(whole)).toFixed(3)),
        },
      }
    } finally {
      await sql.end({ timeout: 1 })
      await api.stop()
    }
  })

/** A ticket that was not scanned yet, while there are some; after that the refusal is decided in the same statement. */
function bareStatement(sql: Sql, stadium: Stadium, n: number) {
  const scan = {
    eventId: stadium.eventId,
    gateId: stadium.gateId,
    deviceId: stadium.deviceIds[n % DEVICES] ?? 0,
    nonce: `n${n}`,
    direction: 'entry' as const,
    barcode: stadium.barcodeOf(n),
    ticketId: stadium.firstTicketId + (n % TICKETS),
    memberId: null,
    bySearch: false,
    steward: null,
    clockSkewMs: 0,
    refusal: null,
    flag: 1,
    allowedResult: 'admitted' as const,
    usedResult: 'already_used' as const,
    message: ({ scan_id, result }: RecordedScan) => ({ scan: { scan_id, result, barcode: stadium.barcodeOf(n) } }),
  }
  return recordScans(stadium.orgId, sql, new Date(), 'tickets', [scan])
}

const rotation = { keysOf: async () => new Map() }

function wholeScan(sql: Sql, { orgId, eventId, gateId, barcodeOf, keyIds }: Stadium, n: number) {
  const request = { keyId: keyIds[n % DEVICES] ?? 0, eventId, gateId, nonce: `n${n}`, barcode: barcodeOf(n) }
  return decideScans(orgId, sql, organisationClock(systemClock), rotation, [
    { ...request, whose: request.barcode, bySearch: false, steward: null, direction: 'entry', scannedAtMs: undefined },
  ])
}

/** Scans a second by as many callers as there are devices, each waiting for its answer. */
async function without(take: () => number, scan: (n: number) => PromiseLike<unknown>): Promise<number> {
  const began = performance.now()
  const until = began + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: DEVICES }, async () => {
      while (performance.now() < until) {
        await scan(take())
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - began)
}

async function overHttp(url: string, stadium: Stadium, take: () => number): Promise<{ rate: number; p99: number }> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections: DEVICES,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        path: '/v1/gate/scans',
        setupRequest: (request) => {
          const n = take()
          return {
            ...request,
            headers: {
              ...request.headers,
              authorization: `Bearer ${stadium.keys[n % DEVICES]}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify({
              event_id: stadium.eventId,
              gate_id: stadium.gateId,
              barcode: stadium.barcodeOf(n),
              direction: 'entry',
              nonce: `n${n}`,
            }),
          }
        },
      },
    ],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`)
  return { rate: requests.average, p99: latency.p99 }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
