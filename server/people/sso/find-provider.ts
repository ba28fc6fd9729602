import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** What of a provider a token is judged by. */
export type Provider = { issuer: string; audiences: string[]; jwks_uri: string | null; trust_email: boolean }

export type FindProvider = (orgId: OrgId, issuer: string) => Promise<Provider | undefined>

/** As for keys: what was archived or changed holds everywhere within five seconds. */
const TRUST_MS = 4_000
const ENTRIES_MAX = 10_000

/** The organisation's active provider with this issuer; one read in four seconds serves all tokens. */
export function createProviderFinder({ sql, clock }: { sql: Sql; clock: Clock }): FindProvider {
  const entries = new Map<string, { readAt: number; found: Promise<Provider | undefined> }>()
  return (orgId, issuer) => {
    const name = `${orgId} ${issuer}`
    const now = clock().getTime()
    const known = entries.get(name)
    if (known && now >= known.readAt && now - known.readAt < TRUST_MS) return known.found
    const found = readProvider(orgId, sql, issuer)
    found.catch(() => entries.delete(name))
    entries.delete(name)
    entries.set(name, { readAt: now, found })
    if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value ?? '')
    return found
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
