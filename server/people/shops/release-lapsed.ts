import { recordAs, systemActor } from '../../access/audit/record.ts'
import { ownedRows } from '../../access/organisations.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import { proofOf } from './prove-host.ts'

/**
 * A host that another organisation has proven once, asked for by one that can prove it now: names are sold. While the other's proof can
 * still be seen it stays theirs, and the asker is refused; else they lose it, and their audit log says so.
 */
export async function releaseLapsed(
  { sql, clock, outbound }: Pick<PlatformDeps, 'sql' | 'clock' | 'outbound'>,
  host: string,
  requestId: string,
): Promise<void> {
  const [owner] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from shop_domains
    where host = ${host}
      and proven_at is not null`)
  if (!owner) return
  const { org_id: orgId } = owner
  const [domain] = await sql<{ shop_domain_id: number; proof_token: string }[]>`
    select shop_domain_id, proof_token
    from shop_domains
    where org_id = ${orgId}
      and host = ${host}`
  if (!domain) return
  if (await proofOf(outbound, host, domain.proof_token))
    throw new ApiError('state_conflict', { message: 'Another organisation of this service has proven this host.' })
  await sql.begin(async (tx) => {
    await tx`
      update shop_domains
      set proven_at = null, proven_by = null
      where org_id = ${orgId}
        and shop_domain_id = ${domain.shop_domain_id}`
    const actor = systemActor(orgId, requestId)
    const entry = { action: 'shop_domain.lost', objectType: 'shop_domain', objectId: domain.shop_domain_id }
    await recordAs(tx, clock, actor, { ...entry, before: { host } })
  })
}
