import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { findAccessPoint, openAccessPoint } from './peppol-access-point.ts'

const AccessPointTest = Type.Object(
  {
    is_ready: Type.Boolean({ description: 'it answers, and takes the token' }),
    problem: Nullable(Type.String({ description: 'what is wrong' })),
  },
  { title: 'PeppolAccessPointTest' },
)

export const testPeppolAccessPoint: Operation = (app, deps) =>
  app.get(
    '/v1/manage/peppol_access_point/test',
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'testPeppolAccessPoint',
        summary: 'Ask the access point whether it is ready',
        description: 'Nothing is handed over. It may take twenty seconds.',
        tags: ['Documents'],
        response: { 200: AccessPointTest },
      },
    },
    async ({ orgId }) => {
      const row = await findAccessPoint(orgId, deps.sql)
      if (!row) throw new ApiError('resource_missing')
      const problem = await openAccessPoint(orgId, deps, row).test()
      return { is_ready: problem === null, problem }
    },
  )
