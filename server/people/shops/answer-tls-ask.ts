import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { ownedRows } from '../../access/organisations.ts'
import { isPublicAddress } from '../../platform/outbound/public-address.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'

const Query = Type.Object({ domain: Type.Optional(Type.String({ maxLength: 253 })) })

const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
/** What was proven or removed holds everywhere within five seconds, as with keys. */
const TRUST_MS = 5_000
const HOSTS_MAX = 10_000
/** Certificates are few. More names than this in a second are made up, and not looked for. */
const LOOKUPS_PER_SECOND_MAX = 50

type Deps = { sql: Sql; publicUrl: string; systemClock: SystemClock }

/**
 * What a proxy that gets certificates on demand asks before it gets one: 200 for our own host and for every host that an organisation
 * has proven, 404 for all others. It answers proxies on private addresses alone, and asks the database seldom, whatever names browsers
 * make the proxy ask for.
 */
export function answerTlsAsk(app: FastifyInstance, deps: Deps): void {
  const ownHost = new URL(deps.publicUrl).hostname
  const isProven = createProvenHosts(deps)
  app.get<{ Querystring: { domain?: string } }>(
    '/tls/ask',
    {
      config: { scope: 'health', host: 'everywhere' },
      schema: { hide: true, querystring: Query } as object,
      logLevel: 'warn',
    },
    async (request, reply) => {
      const host = (request.query.domain ?? '').toLowerCase()
      const isKnown = isFromProxy(request) && (host === ownHost || (HOST_NAME.test(host) && (await isProven(host))))
      return reply
        .code(isKnown ? 200 : 404)
        .type('text/plain')
        .send(isKnown ? 'yes\n' : 'no\n')
    },
  )
}

/** The proxy's own question, and none that it has passed on from outside. */
const isFromProxy = ({ ip, headers }: FastifyRequest): boolean =>
  !isPublicAddress(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined

function createProvenHosts({ sql, systemClock }: Deps): (host: string) => Promise<boolean> {
  const answers = new LRUCache<string, { readAt: number; isProven: Promise<boolean> }>({ max: HOSTS_MAX })
  const lookups = { second: 0, count: 0 }
  return (host) => {
    const now = systemClock().getTime()
    const answer = answers.get(host)
    if (answer && now >= answer.readAt && now - answer.readAt < TRUST_MS) return answer.isProven
    const second = Math.floor(now / 1_000)
    lookups.count = lookups.second === second ? lookups.count + 1 : 1
    lookups.second = second
    if (lookups.count > LOOKUPS_PER_SECOND_MAX) return Promise.resolve(false)
    const isProven = findProven(sql, host)
    isProven.catch(() => answers.delete(host))
    answers.set(host, { readAt: now, isProven })
    return isProven
  }
}

async function findProven(sql: Sql, host: string): Promise<boolean> {
  const [domain] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from shop_domains
    where host = ${host}
      and proven_at is not null`)
  return domain !== undefined
}
