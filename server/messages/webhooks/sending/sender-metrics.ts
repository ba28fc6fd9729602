import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Sql } from '../../../platform/postgres/database.ts'
import { askReached } from '../../../platform/postgres/reach.ts'
import type { SystemClock } from '../../../platform/values/clock.ts'
import type { Attempt } from './attempt.ts'

/** By kind of answer, never by address: those are the organisations' own business, and without number. */
export function observeAttempts(registry: Registry, sql: Sql, systemClock: SystemClock): (attempt: Attempt) => void {
  const attempts = new Counter({
    name: 'grandstand_webhook_attempts_total',
    help: 'Webhooks sent, by what came of it: 2xx, 3xx, 4xx, 5xx, or why there was no answer',
    labelNames: ['result'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'grandstand_webhook_attempt_seconds',
    help: 'Time until a receiver had answered',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  })
  new Gauge({
    name: 'grandstand_webhook_late_seconds',
    help: 'How long the delivery that is due longest has been waiting for a worker',
    registers: [registry],
    async collect() {
      // Without a database this figure is unknown, and the others are wanted more than ever.
      this.set(await secondsLate(sql, systemClock()).catch(() => Number.NaN))
    },
  })
  // Finding a series by its labels costs more than counting.
  const seriesByResult = new Map<string, Counter.Internal>()
  const timing = seconds.labels()
  return ({ status, errorCode, durationMs }) => {
    const result = status === null ? (errorCode ?? 'unreachable') : `${Math.floor(status / 100)}xx`
    const series = seriesByResult.get(result) ?? attempts.labels(result)
    seriesByResult.set(result, series)
    series.inc()
    timing.observe(durationMs / 1000)
  }
}

async function secondsLate(sql: Sql, now: Date): Promise<number> {
  const [row] = await askReached(
    sql,
    (isReached) => sql<{ org_id: number; due_at: Date }[]>`
      select org_id, due_at
      from webhook_queues
      where due_at <= ${now}
        and (leased_until is null or leased_until < now())
        and ${isReached}
      order by due_at
      limit 1`,
  )
  return row ? (now.getTime() - row.due_at.getTime()) / 1000 : 0
}
