import type { OrgId } from '../../access/principal.ts'
import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { ShopDomain, type ShopDomainRow, shopDomainColumns, toShopDomain } from './shop-domain.ts'

/** Of one organisation, proven or not. */
export const DOMAINS_MAX = 10

export const listShopDomains: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/shop_domains',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'listShopDomains',
        summary: 'List the shop’s own host names',
        description: 'The one that was proven first is in links; the shop answers at every one that is proven.',
        tags: ['Organisation'],
        response: { 200: ListOf('shop_domains', ShopDomain) },
      },
    },
    async ({ orgId }) => ({
      object: 'shop_domains',
      url: '/v1/manage/shop_domains',
      has_more: false,
      data: (await findDomains(orgId, sql)).map(toShopDomain),
    }),
  )

const findDomains = (orgId: OrgId, sql: Db) => sql<ShopDomainRow[]>`
  select ${shopDomainColumns(sql)}
  from shop_domains
  where org_id = ${orgId}
  order by proven_at nulls last, shop_domain_id
  limit ${DOMAINS_MAX}`
