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
        description: 'Without the token of the access point. `access` is null where none are.',
        tags: ['Documents'],
        response: { 200: PeppolAccessPoint },
      },
    },
    async ({ orgId }) => toPeppolAccessPoint(await findAccessPoint(orgId, sql)),
  )
