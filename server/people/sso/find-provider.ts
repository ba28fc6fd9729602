import { LRUCache } from 'lru-cache'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'

/** What of a provider a token is judged by. */
export type Provider = { issuer: string; audiences: string[]; jwks_uri: string | null; trust_email: boolean }

export type FindProvider = (orgId: OrgId, issuer: string) => Promise<Provider | undefined>

/** What was archived or changed holds everywhere within five seconds, as it does for API keys. */
const TRUST_MS = 4_000
const ENTRIES_MAX = 10_000

/** The organisation's active provider with this issuer; one read in four seconds serves all tokens. */
export function createProviderFinder({ sql, systemClock }: { sql: Sql; systemClock: SystemClock }): FindProvider {
  const entries = new LRUCache<string, { readAt: number; provider: Promise<Provider | undefined> }>({
    max: ENTRIES_MAX,
  })
  return (orgId, issuer) => {
    const name = `${orgId} ${issuer}`
    const now = systemClock().getTime()
    const entry = entries.get(name)
    if (entry && now >= entry.readAt && now - entry.readAt < TRUST_MS) return entry.provider
    const provider = readProvider(orgId, sql, issuer)
    provider.catch(() => entries.delete(name))
    entries.set(name, { readAt: now, provider })
    return provider
  }
}

async function readProvider(orgId: OrgId, sql: Sql, issuer: string): Promise<Provider | undefined> {
  const [provider] = await sql<Provider[]>`
    select issuer, audiences, jwks_uri, trust_email
    from sso_providers
    where org_id = ${orgId}
      and issuer = ${issuer}
      and sso_provider_status = 'active'`
  return provider
}
