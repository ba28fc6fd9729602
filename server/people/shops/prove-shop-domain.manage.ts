import { type Caller, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { PostgresError } from '../../platform/postgres/errors.ts'
import { proofOf } from './prove-host.ts'
import { releaseLapsed } from './release-lapsed.ts'
import { ShopDomain, type ShopDomainRow, shopDomainColumns, toShopDomain } from './shop-domain.ts'

const NOT_SEEN = 'Neither the record nor the file is there yet. A new record takes up to an hour to be seen everywhere.'

const Params = Input({ shop_domain_id: Id() })

export const proveShopDomain: Operation = (app, deps) =>
  app.post(
    '/v1/manage/shop_domains/:shop_domain_id/prove',
    {
      // Links with the secrets of orders lead there from then on.
      config: { scope: 'organisation:manage', needsProof: true, effects: ['words_out'] },
      schema: {
        operationId: 'proveShopDomain',
        summary: 'Prove that a host is the organisation’s',
        description:
          'Looks for the record or the file now. From then on the shop is there, and links in mails and on tickets lead there. ' +
          'A host that another organisation has proven is refused for as long as that proof can still be seen.',
        tags: ['Organisation'],
        params: Params,
        response: { 200: ShopDomain },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      const find = (db: Db) => findDomain(orgId, db, params.shop_domain_id)
      return changeThen({ ...deps, orgId, request, reply }, find, async ({ shop_domain_id }) => {
        const domain = await findDomain(orgId, deps.sql, shop_domain_id)
        if (domain.proven_at !== null) return toShopDomain(domain)
        const proof = await proofOf(deps.outbound, domain.host, domain.proof_token)
        if (!proof) throw new ApiError('state_conflict', { message: NOT_SEEN })
        try {
          return await storeProof(orgId, deps, request, { ...domain, proven_by: proof })
        } catch (error) {
          if (!isProvenByAnother(error)) throw error
          await releaseLapsed(deps, domain.host, request.id)
          return storeProof(orgId, deps, request, { ...domain, proven_by: proof })
        }
      })
    },
  )

async function findDomain(orgId: OrgId, sql: Db, id: number): Promise<ShopDomainRow> {
  const [domain] = await sql<ShopDomainRow[]>`
    select ${shopDomainColumns(sql)}
    from shop_domains
    where org_id = ${orgId}
      and shop_domain_id = ${id}`
  if (!domain) throw new ApiError('resource_missing')
  return domain
}

/** The table has one proven row of a host, of the organisation that is first. */
const isProvenByAnother = (error: unknown) =>
  error instanceof PostgresError && error.constraint_name === 'shop_domains_one_proven'

const storeProof = (
  orgId: OrgId,
  { sql, clock }: Pick<PlatformDeps, 'sql' | 'clock'>,
  caller: Caller,
  { shop_domain_id, host, proven_by }: ShopDomainRow,
) =>
  sql.begin(async (tx) => {
    const [proven] = await tx<ShopDomainRow[]>`
      update shop_domains
      set proven_at = ${clock(orgId)}, proven_by = ${proven_by}
      where org_id = ${orgId}
        and shop_domain_id = ${shop_domain_id}
      returning ${shopDomainColumns(tx)}`
    if (!proven) throw new ApiError('resource_missing')
    const entry = { action: 'shop_domain.proven', objectType: 'shop_domain', objectId: shop_domain_id }
    await record(tx, clock, caller, { ...entry, after: { host, proven_by } })
    return toShopDomain(proven)
  }) as Promise<ReturnType<typeof toShopDomain>>
