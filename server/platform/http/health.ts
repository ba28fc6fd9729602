import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Sql } from '../postgres/database.ts'
import { noteworthySeconds } from '../postgres/database-clock.ts'
import { isCurrent } from '../postgres/migrate.ts'
import type { Nodes } from '../postgres/nodes.ts'
import type { Disk } from '../process/disk.ts'
import { ApiError } from './errors.ts'
import { OneOf } from './schema.ts'

const Health = Type.Object(
  {
    status: OneOf(['ok']),
    clock_ahead_seconds: Type.Optional(
      Type.Number({
        description: 'only where the clock of the machine differs from that of the database, whose time is used',
      }),
    ),
    nodes_in_use: Type.Optional(
      Type.Integer({ description: 'only with `DATABASE_NODES=shards` on a cluster: nodes that it talks to itself' }),
    ),
    disk: Type.Optional(
      OneOf(['low', 'full'], {
        description:
          'only where the database’s disk is nearly full, or full: then it can be read, and nothing be changed',
      }),
    ),
  },
  { title: 'Health' },
)
const READY_WITHIN_MS = 1000

export type Readiness = {
  draining: boolean
  newestMigration: number
  clockAheadMs: () => number
  nodes?: Nodes | undefined
  disk?: Disk | undefined
}

/** /healthz asks only whether the process runs; /readyz whether it should get traffic. */
export function answerHealth(app: FastifyInstance, sql: Sql, readiness: Readiness): void {
  const schema = (operationId: string, summary: string, description: string) => ({
    operationId,
    summary,
    description,
    tags: ['Health'],
    response: { 200: Health },
  })
  app.get(
    '/healthz',
    {
      config: { scope: 'health', host: 'everywhere' },
      schema: schema('healthz', 'Is the process alive', 'Asks nothing of the database.'),
      logLevel: 'warn',
    },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      config: { scope: 'health', host: 'everywhere' },
      schema: schema('readyz', 'Should it get traffic', 'Not while it shuts down or has no database.'),
      logLevel: 'warn',
    },
    async () => {
      if (readiness.draining) throw new ApiError('service_unavailable', { message: 'The server is shutting down.' })
      const current = await within(READY_WITHIN_MS, isCurrent(sql, readiness.newestMigration))
      if (!current) {
        throw new ApiError('service_unavailable', { message: 'The database does not answer or is not migrated.' })
      }
      const seconds = noteworthySeconds(readiness.clockAheadMs())
      const disk = readiness.disk?.state() ?? 'ok'
      return {
        status: 'ok' as const,
        ...(seconds === undefined ? {} : { clock_ahead_seconds: seconds }),
        ...(readiness.nodes ? { nodes_in_use: readiness.nodes.inUse().count } : {}),
        ...(disk === 'ok' ? {} : { disk }),
      }
    },
  )
}

async function within(ms: number, answer: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  try {
    return await Promise.race([answer.catch(() => false), late])
  } finally {
    clearTimeout(timer)
  }
}
