import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { findTeam, StaffMember, toStaffMember } from './staff-member.ts'

export const listTeam: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/team',
    {
      config: { scope: 'team:manage' },
      schema: {
        operationId: 'listTeam',
        summary: 'List the team',
        description: 'Everybody who has a role or was invited, in the order in which they came; at most 1,000.',
        tags: ['Team'],
        response: { 200: ListOf('team', StaffMember) },
      },
    },
    async ({ orgId }) => {
      const rows = await findTeam(orgId, sql)
      return { object: 'team', url: '/v1/manage/team', has_more: false, data: rows.map(toStaffMember) }
    },
  )
