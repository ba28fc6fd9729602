import { randomBytes } from 'node:crypto'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { DOMAINS_MAX } from './list-shop-domains.manage.ts'
import { Host, ShopDomain, type ShopDomainRow, shopDomainColumns, toShopDomain } from './shop-domain.ts'

const Body = Input({ host: Host })

export const addShopDomain: Operation = (app, deps) =>
  app.post(
    '/v1/manage/shop_domains',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'addShopDomain',
        summary: 'Name a host for the shop',
        description:
          'It counts once it is proven: set the record or the file of the answer, then prove it. Naming one again answers with what is there.',
        tags: ['Organisation'],
        body: Body,
        response: { 200: ShopDomain },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const { orgId, body } = request
        const host = body.host.toLowerCase()
        if (host === new URL(deps.publicUrl).hostname)
          throw new ApiError('state_conflict', { param: 'host', message: 'This is the address of the service itself.' })
        await lockShop(orgId, tx)
        const [known] = await findNamed(orgId, tx, host)
        if (known) return toShopDomain(known)
        await requireRoom(orgId, tx)
        const [added] = await tx<ShopDomainRow[]>`
          insert into shop_domains (org_id, host, proof_token)
          values (${orgId}, ${host}, ${randomBytes(24).toString('base64url')})
          returning ${shopDomainColumns(tx)}`
        if (!added) throw new Error('insert into shop_domains returned no row')
        await record(tx, deps.clock, request, {
          action: 'shop_domain.added',
          objectType: 'shop_domain',
          objectId: added.shop_domain_id,
          after: { host },
        })
        return toShopDomain(added)
      }),
  )

/** Two that add at once would both find room, or both miss the name that they add. */
const lockShop = (orgId: OrgId, tx: Tx) => tx`
  select 1 as one
  from organisations
  where org_id = ${orgId}
  for update`

async function requireRoom(orgId: OrgId, tx: Tx): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count
    from shop_domains
    where org_id = ${orgId}`
  if ((row?.count ?? 0) >= DOMAINS_MAX)
    throw new ApiError('state_conflict', { message: `A shop has ${DOMAINS_MAX} hosts at most; remove one first.` })
}

const findNamed = (orgId: OrgId, tx: Tx, host: string) => tx<ShopDomainRow[]>`
  select ${shopDomainColumns(tx)}
  from shop_domains
  where org_id = ${orgId}
    and host = ${host}`
