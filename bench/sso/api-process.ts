import { Type } from 'typebox'
import { createRateLimits } from '../../server/access/rate-limits/rate-limits.ts'
import { buildApp } from '../../server/app.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { Id, Input } from '../../server/platform/http/schema.ts'
import type { Operation } from '../../server/platform/operation.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { createParsers } from '../../server/platform/parsing/parsers.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { createLoggers } from '../../server/platform/process/logger.ts'
import { createMetrics } from '../../server/platform/process/metrics.ts'
import { systemClock as clock } from '../../server/platform/values/clock.ts'
import { parseNetwork } from '../../server/platform/values/ip-address.ts'
import { createSeal } from '../../server/platform/values/seal.ts'
import { SsoOrder, type SsoOrderRow, toSsoOrder } from '../../server/tickets/orders/sso-order.ts'

/** The program, and beside it the same list for a customer whom the request names: all but the token. <port> */
const ordersWithoutToken: Operation = (app, { sql }) =>
  app.get(
    '/v1/bench/customers/:user_id/orders',
    {
      config: { scope: 'sso:read' },
      schema: {
        params: Input({ user_id: Id() }),
        response: { 200: Type.Object({ object: Type.String(), data: Type.Array(SsoOrder) }) },
      },
    },
    async ({ orgId, params }) => {
      const rows = await sql<SsoOrderRow[]>`
        select o.order_id, o.created_at, o.total_minor, o.currency, o.event_id, e.title as event_title, e.starts_at,
          e.timezone
        from orders o
        join events e on e.org_id = o.org_id and e.event_id = o.event_id
        where o.org_id = ${orgId}
          and o.user_id = ${params.user_id}
          and o.order_status = 'confirmed'
        order by e.starts_at desc, o.created_at desc, o.order_id desc
        limit 1000`
      return { object: 'sso_orders', data: rows.map(toSsoOrder) }
    },
  )

const [port = '0'] = process.argv.slice(2)
const sql = openDatabase(process.env.DATABASE_URL ?? '', { poolSize: 10 })
const rateLimits = createRateLimits({ sql, systemClock: clock, addressPerMinute: 300, onStoreFailure: () => {} })
await rateLimits.start()
const { app } = await buildApp({
  sql,
  clock,
  seal: createSeal('x'.repeat(32)),
  payments: createPayments({ stripe: undefined }),
  outbound: createOutbound({ allow: [parseNetwork('127.0.0.0/8')] }),
  parsers: createParsers(),
  loggers: createLoggers('silent'),
  metrics: createMetrics(),
  rateLimits,
  readiness: { draining: false, newestMigration: 0, clockAheadMs: () => 0 },
  publicUrl: `http://127.0.0.1:${port}`,
  trustProxy: false,
  extraOperations: [ordersWithoutToken],
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log('ready')
