import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ownedRows } from '../../access/organisations.ts'
import type { Sql } from '../../platform/postgres/database.ts'

const Query = Type.Object({ domain: Type.Optional(Type.String({ maxLength: 253 })) })

/**
 * What a proxy that gets certificates on demand asks before it gets one: 200 for our own host and for every host that an organisation
 * has proven, 404 for all others. It is not limited: the proxy asks for the whole world, from one address.
 */
export function answerTlsAsk(app: FastifyInstance, { sql, publicUrl }: { sql: Sql; publicUrl: string }): void {
  const ownHost = new URL(publicUrl).hostname
  app.get<{ Querystring: { domain?: string } }>(
    '/tls/ask',
    { config: { scope: 'health' }, schema: { hide: true, querystring: Query } as object, logLevel: 'warn' },
    async ({ query }, reply) => {
      const host = (query.domain ?? '').toLowerCase()
      const isKnown = host === ownHost || (host !== '' && (await isProven(sql, host)))
      return reply
        .code(isKnown ? 200 : 404)
        .type('text/plain')
        .send(isKnown ? 'yes\n' : 'no\n')
    },
  )
}

async function isProven(sql: Sql, host: string): Promise<boolean> {
  const [domain] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from shop_domains
    where host = ${host}
      and proven_at is not null`)
  return domain !== undefined
}
