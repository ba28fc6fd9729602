import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { findStaffProvider, StaffProvider, toStaffProvider } from './staff-provider.ts'

export const retrieveStaffProvider: Operation = (app, { sql, publicUrl }) =>
  app.get(
    '/v1/manage/staff_provider',
    {
      config: { scope: 'team:manage' },
      schema: {
        operationId: 'retrieveStaffProvider',
        summary: 'Retrieve the provider that staff sign on by',
        description: 'Without its client’s secret. 404 where staff have passwords and passkeys only.',
        tags: ['Team'],
        response: { 200: StaffProvider },
      },
    },
    async ({ orgId }) => {
      const provider = await findStaffProvider(orgId, sql)
      if (!provider) throw new ApiError('resource_missing')
      return toStaffProvider(orgId, publicUrl, provider)
    },
  )
