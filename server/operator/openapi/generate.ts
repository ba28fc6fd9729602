import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRateLimits } from '../../access/rate-limits/rate-limits.ts'
import { buildApp } from '../../app.ts'
import { createPayments } from '../../payments/payments/providers.ts'
import type { OpenApi } from '../../platform/openapi/openapi-types.ts'
import { printDocument } from '../../platform/openapi/print.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { createParsers } from '../../platform/parsing/parsers.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import { createLoggers } from '../../platform/process/logger.ts'
import { createMetrics } from '../../platform/process/metrics.ts'
import { systemClock } from '../../platform/values/clock.ts'
import { createSeal } from '../../platform/values/seal.ts'

const root = join(import.meta.dirname, '..', '..', '..')
export const openapiFile = join(root, 'openapi.json')
/** What the last release promised (its contract), once there is a release; before that nothing binds. */
export const releasedFile = join(root, 'server', 'platform', 'openapi', 'released.json')

/** The description of the API as it stands. Needs no database: connections open on the first query only. */
export async function generateOpenapi(): Promise<string> {
  const sql = openDatabase('postgres://nobody@127.0.0.1:1/none')
  const { app } = await buildApp({
    sql,
    clock: systemClock,
    seal: createSeal('no secret is needed to describe the API'),
    payments: createPayments({ stripe: undefined }),
    outbound: createOutbound(),
    parsers: createParsers(),
    loggers: createLoggers('silent'),
    metrics: createMetrics(),
    rateLimits: createRateLimits({ sql, systemClock, addressPerMinute: 1, onStoreFailure: () => {} }),
    readiness: { draining: false, newestMigration: 0, clockAheadMs: () => 0 },
    publicUrl: 'http://127.0.0.1:3000',
    trustProxy: false,
  })
  await app.ready()
  const document = printDocument(app.swagger())
  await app.close()
  await sql.end()
  return document
}

export const readOpenapi = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

export async function readReleased(): Promise<OpenApi> {
  const contract = await readOpenapi(releasedFile)
  return contract === '' ? {} : JSON.parse(contract)
}
