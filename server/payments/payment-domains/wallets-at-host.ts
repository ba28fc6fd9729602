import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type DomainWallet, domainWallets } from '../payments/provider-domains.ts'

type Request = { hostname: string; headers: { origin?: string | undefined } }

/** Of the page that asks: a page of another host says so, one of ours is asked for by its own name. */
export function hostOfPage({ hostname, headers: { origin } }: Request): string {
  const asking = origin === undefined ? undefined : URL.parse(origin)?.hostname
  return (asking || hostname.replace(/:\d+$/, '')).toLowerCase()
}

/** The wallets that the provider does not show at this host, where that is known; else none. */
export async function findHiddenWallets(orgId: OrgId, sql: Db, host: string): Promise<DomainWallet[]> {
  const [domain] = await sql<{ ready_wallets: string[] }[]>`
    select ready_wallets
    from payment_domains
    where org_id = ${orgId}
      and host = ${host}
      and domain_status = 'registered'`
  return domain ? domainWallets.filter((name) => !domain.ready_wallets.includes(name)) : []
}
