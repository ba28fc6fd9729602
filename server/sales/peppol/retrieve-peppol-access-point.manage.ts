import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { findAccessPoint, PeppolAccessPoint, toPeppolAccessPoint } from './peppol-access-point.ts'

export const retrievePeppolAccessPoint: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/peppol_access_point',
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'retrievePeppolAccessPoint',
        summary: 'Retrieve how invoices are handed to Peppol',
        description: 'Without the token of the access point. 404 where none are.',
        tags: ['Documents'],
        response: { 200: PeppolAccessPoint },
      },
    },
    async ({ orgId }) => {
      const row = await findAccessPoint(orgId, sql)
      if (!row) throw new ApiError('resource_missing')
      return toPeppolAccessPoint(row)
    },
  )
