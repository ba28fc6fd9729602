import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'

const Params = Input({ shop_domain_id: Id() })
const Reply = Type.Object({ shop_domain_id: Type.Integer(), deleted: Type.Boolean() }, { title: 'RemovedShopDomain' })

export const removeShopDomain: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/shop_domains/:shop_domain_id',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'removeShopDomain',
        summary: 'Take a host from the shop',
        description:
          'The shop is not there any more. Links that were mailed and name it lead nowhere, unless its web server sends them on.',
        tags: ['Organisation'],
        params: Params,
        response: { 200: Reply },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const { orgId, params } = request
        const [removed] = await tx<{ host: string }[]>`
          delete from shop_domains
          where org_id = ${orgId}
            and shop_domain_id = ${params.shop_domain_id}
          returning host`
        if (!removed) throw new ApiError('resource_missing')
        await record(tx, deps.clock, request, {
          action: 'shop_domain.removed',
          objectType: 'shop_domain',
          objectId: params.shop_domain_id,
          before: { host: removed.host },
        })
        return { shop_domain_id: params.shop_domain_id, deleted: true }
      }),
  )
