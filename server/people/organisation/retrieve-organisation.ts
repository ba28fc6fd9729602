import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Organisation, type OrganisationRow, organisationColumns, toOrganisation } from './organisation.ts'

export const retrieveOrganisation: Operation = (app, { sql, publicUrl }) =>
  app.get(
    '/v1/organisation',
    {
      config: { scope: 'organisation:read' },
      schema: {
        operationId: 'retrieveOrganisation',
        summary: 'Retrieve the organisation',
        description: 'The organisation that the key belongs to.',
        tags: ['Organisation'],
        response: { 200: Organisation },
      },
    },
    async ({ orgId }) => {
      const [row] = await findOrganisation(orgId, sql)
      if (!row) throw new ApiError('resource_missing')
      return toOrganisation(row, publicUrl)
    },
  )

export const findOrganisation = (orgId: OrgId, sql: Db) => sql<OrganisationRow[]>`
  select ${organisationColumns(orgId, sql)}
  from organisations
  where org_id = ${orgId}`
