import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { endDeliveries } from './claimed-delivery.ts'
import { findAccessPoint } from './peppol-access-point.ts'
import { audited } from './set-peppol-access-point.manage.ts'

const AccessPointRemoved = Type.Object({ status: OneOf(['removed']) }, { title: 'PeppolAccessPointRemoved' })

export const removePeppolAccessPoint: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/peppol_access_point',
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'removePeppolAccessPoint',
        summary: 'Hand no more invoices to Peppol',
        description:
          'What is on its way has failed with the reason turned_off; the access point may deliver it all the same.',
        tags: ['Documents'],
        response: { 200: AccessPointRemoved },
      },
    },
    (request, reply) => {
      const { orgId } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await findAccessPoint(orgId, tx, true)
        if (!before) throw new ApiError('resource_missing')
        await tx`
          delete from peppol_access_points
          where org_id = ${orgId}`
        await endDeliveries(orgId, tx, deps.clock(orgId))
        await record(tx, deps.clock, request, {
          action: 'peppol_access_point.removed',
          objectType: 'organisation',
          objectId: orgId,
          before: audited(before),
        })
        return { status: 'removed' as const }
      })
    },
  )
