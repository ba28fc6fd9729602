import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readFigures } from './on-sale/run-buyers.ts'
import type { Result } from './run.ts'
import { processorSeconds } from './seats/processor-time.ts'
import { type Ground, SEATS, seedGround } from './seats/seed-ground.ts'
import { startApi, withPostgres } from './server.ts'
import { atLeast, atMost } from './targets.ts'

const READS_A_SECOND = 3000
const SHARE_LEAST = 0.9
const BUYERS = 64
const TURNS = 4
const SECONDS = 4

type Sales = { flows: number; errors: number; elapsed: number; seats: number }
type Reads = {
  reads: number
  elapsed: number
  errors: number
  wholes: number
  p99: number
  bytes: number
  processor: number
}
/** Of the API while something ran, and how much of that there was. */
type Cost = { seconds: number; count: number }

/**
 * What a crowd that looks on costs a sale: an event of 50,000 numbered seats sells alone and with 3,000 reads of its seats a second, in
 * turns, so that whatever else the machine does meets both. On a machine whose processors are all busy the sale loses what the API needs for
 * a read and what the readers themselves need, who would be elsewhere: both are measured, in turns of reads alone. The share that readers
 * elsewhere would leave is reckoned: the sale beside them, to the sale alone on what processor they do not use.
 */
export const run = ([turnsText]: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const turns = turnsText === undefined ? TURNS : Number(turnsText)
    const ground = await seedGround(databaseUrl)
    const api = await startApi(databaseUrl)
    try {
      let seat = ground.firstSeatId
      const sell = async (seconds: number): Promise<Sales> => {
        const left = ground.firstSeatId + SEATS - seat
        const sales = await readFigures<Sales>(
          join(import.meta.dirname, 'seats', 'seat-buyers-process.ts'),
          [api.url, ground.key, ground.priceId, seat, left, BUYERS, seconds].map(String),
        )
        seat += sales.seats
        return sales
      }
      const look = (seconds: number) => readSeats(api.url, ground, seconds)
      const cost = async <T>(costs: Cost[], work: Promise<T>, countOf: (done: T) => number): Promise<T> => {
        const before = await processorSeconds(api.child.pid)
        const done = await work
        const after = await processorSeconds(api.child.pid)
        if (before !== undefined && after !== undefined) costs.push({ seconds: after - before, count: countOf(done) })
        return done
      }
      await Promise.all([sell(2), look(2)])
      const [saleCosts, readCosts]: [Cost[], Cost[]] = [[], []]
      const unhurried: Reads[] = []
      const alone: Sales[] = []
      const watched: Sales[] = []
      const reads: Reads[] = []
      for (let turn = 0; turn < turns; turn += 1) {
        alone.push(await cost(saleCosts, sell(SECONDS), ({ flows }) => flows))
        unhurried.push(await cost(readCosts, look(SECONDS), ({ reads }) => reads))
        const [sales, seen] = await Promise.all([sell(SECONDS), look(SECONDS)])
        watched.push(sales)
        reads.push(seen)
      }
      const share = rateOf(watched) / rateOf(alone)
      const busyReaders = reads.reduce((sum, { processor }) => sum + processor, 0)
      const machine = reads.reduce((sum, { elapsed }) => sum + elapsed, 0) * availableParallelism()
      const readRate = reads.reduce((sum, { reads, elapsed }) => sum + reads / elapsed, 0) / reads.length
      const errors = [...alone, ...watched, ...reads, ...unhurried].reduce((sum, turn) => sum + turn.errors, 0)
      return {
        targets: [
          atMost('errors', errors, 0),
          atLeast('share', share, SHARE_LEAST),
          atLeast('reads/s', readRate, READS_A_SECOND * 0.98),
        ],
        figures: {
          seats: SEATS,
          'reads/s wanted': READS_A_SECOND,
          'reads/s': Math.round(readRate),
          'p99 of a read, ms': Math.max(...reads.map(({ p99 }) => p99)),
          'bytes of a read': Math.round(reads.reduce((sum, { bytes }) => sum + bytes, 0) / reads.length),
          'baskets/s alone': Math.round(rateOf(alone)),
          'baskets/s with readers': Math.round(rateOf(watched)),
          'share of the rate': Number(share.toFixed(3)),
          'share at least': SHARE_LEAST,
          'share of the rate that readers elsewhere would leave': Number(
            (share / (1 - busyReaders / machine)).toFixed(3),
          ),
          'processor of the API for a read, µs': Math.round(1e6 * each(readCosts)),
          'processor of its reader, µs': Math.round(
            1e6 * each(unhurried.map(({ processor, reads }) => ({ seconds: processor, count: reads }))),
          ),
          'processor of the API for a basket, ms': Number((1e3 * each(saleCosts)).toFixed(2)),
          errors,
        },
      }
    } finally {
      await api.stop()
    }
  })

const rateOf = (turns: Sales[]): number =>
  turns.reduce((sum, { flows }) => sum + flows, 0) / turns.reduce((sum, { elapsed }) => sum + elapsed, 0)

const each = (costs: Cost[]): number =>
  costs.reduce((sum, { seconds }) => sum + seconds, 0) /
  Math.max(
    1,
    costs.reduce((sum, { count }) => sum + count, 0),
  )

const readSeats = (url: string, { publishableKey, eventId }: Ground, seconds: number) =>
  readFigures<Reads>(
    join(import.meta.dirname, 'seats', 'readers-process.ts'),
    [url, publishableKey, eventId, READS_A_SECOND, seconds].map(String),
  )
