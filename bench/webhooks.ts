import type { OrgId } from '../server/access/principal.ts'
import { openDatabase, type Sql } from '../server/platform/postgres/database.ts'
import type { Result } from './run.ts'
import { freePort, stopProcess, withPostgres } from './server.ts'
import { atLeast, atMost } from './targets.ts'
import {
  addEndpoint,
  bareRate,
  data,
  prepare,
  raise,
  receivedAll,
  startReceiver,
  startWorker,
} from './webhooks/stage.ts'

const RATIO_LEAST = 0.6
const BESIDE_MOST = 1.5
const COUNT = 10_000
/** What one endpoint gets at most; see server/messages/webhooks/sending/lane.ts. */
const CONCURRENCY = 32

type Stage = { sql: Sql; orgId: OrgId; databaseUrl: string; receiver: string }

/** Deliveries to one fast receiver against a bare loop with the same bodies; then the same beside an endpoint that hangs. */
export const run = ([countText]: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const count = countText === undefined ? COUNT : Number(countText)
    const sql = openDatabase(databaseUrl, { poolSize: 2, statementTimeoutMs: 0 })
    const port = await freePort()
    const receiver = `http://127.0.0.1:${port}`
    const orgId = await prepare(sql)
    const child = await startReceiver(port)
    try {
      const stage = { sql, orgId, databaseUrl, receiver }
      await addEndpoint(orgId, sql, 1, `${receiver}/fast`, 'order.completed')
      const body = JSON.stringify({ type: 'order.completed', timestamp: new Date().toISOString(), org_id: '1', data })
      // Turn about, so that a slow moment of the machine falls on both.
      const bare = [await bareRate(`${receiver}/fast`, count, CONCURRENCY, body)]
      const alone = [await deliver(stage, count)]
      bare.push(await bareRate(`${receiver}/fast`, count, CONCURRENCY, body))
      alone.push(await deliver(stage, count))
      await addEndpoint(orgId, sql, 2, `${receiver}/hang`, 'order.created')
      await raise(orgId, sql, count, 'order.created')
      const beside = await deliver(stage, count)
      const ratio = Math.max(...alone.map((seconds) => count / seconds)) / Math.max(...bare)
      const slowdown = beside / Math.min(...alone)
      return {
        targets: [
          atLeast('ratio', ratio, RATIO_LEAST),
          atMost('time beside a hanging endpoint ÷ alone', slowdown, BESIDE_MOST),
        ],
        figures: {
          'deliveries/s': Math.round(count / Math.min(...alone)),
          'bare undici posts/s': Math.round(Math.max(...bare)),
          ratio: Number(ratio.toFixed(3)),
          'ratio wanted': RATIO_LEAST,
          'time beside a hanging endpoint ÷ alone': Number(slowdown.toFixed(3)),
          'at most': BESIDE_MOST,
        },
      }
    } finally {
      await stopProcess(child)
      await sql.end()
    }
  })

/** Seconds from the first to the last, as the receiver saw them. */
async function deliver({ sql, orgId, databaseUrl, receiver }: Stage, count: number): Promise<number> {
  await raise(orgId, sql, count, 'order.completed')
  await fetch(`${receiver}/reset`)
  const worker = startWorker(databaseUrl)
  try {
    const { firstMs, lastMs } = await receivedAll(receiver, count)
    return (lastMs - firstMs) / 1000
  } finally {
    // What hangs would hold up an orderly end.
    worker.kill('SIGKILL')
    await sql`update webhook_queues set leased_by = null, leased_until = null where org_id = ${orgId}`
  }
}
