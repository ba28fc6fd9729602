import type { AddressInfo } from 'node:net'
import type { Attempt } from '../messages/webhooks/sending/attempt.ts'
import { observeAttempts } from '../messages/webhooks/sending/sender-metrics.ts'
import type { Sql } from '../platform/postgres/database.ts'
import type { Disk } from '../platform/process/disk.ts'
import { createMetrics, type Metrics, serveMetrics } from '../platform/process/metrics.ts'
import type { SystemClock } from '../platform/values/clock.ts'
import { explainListen } from './listen.ts'
import { observeService } from './service-metrics.ts'

export type ServedMetrics = Metrics & {
  /** Only processes that send webhooks call this. */
  observeAttempts(): (attempt: Attempt) => void
  stop(): Promise<unknown>
}

type Place = { host: string; port: number; exemplars: boolean }
type Observed = { sql: Sql; clock: SystemClock; aheadMs: () => number; disk: Disk }

/** Figures for Prometheus. Where no METRICS_PORT is set they could not be read: this is not even loaded, and nothing is counted. */
export async function openMetrics(
  { host, port, exemplars }: Place,
  { sql, clock, aheadMs, disk }: Observed,
): Promise<ServedMetrics> {
  const metrics = createMetrics({ exemplars })
  observeService(metrics.registry, sql, { clock, aheadMs, disk })
  const server = await serveMetrics(metrics, host, port).catch(explainListen({ host, port, setting: 'METRICS_PORT' }))
  const bound = (server.address() as AddressInfo).port
  return {
    ...metrics,
    observeAttempts: () => observeAttempts(metrics.registry, sql, clock),
    stop: async () => {
      if (bound) await new Promise((resolve) => server.close(resolve).closeAllConnections())
    },
  }
}
