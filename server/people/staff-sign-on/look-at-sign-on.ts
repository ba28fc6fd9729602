import { type Static, Type } from 'typebox'
import { organisationById, requireHere } from '../../access/organisations.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { findStaffProvider } from './staff-provider.ts'

const StaffSignOn = Type.Object(
  {
    organisation: Type.String(),
    provider: Type.String({ description: 'as the team calls it' }),
    provider_host: Type.String({ description: 'the host where they will be asked' }),
  },
  { title: 'StaffSignOn' },
)

/** For the question that the page asks before it sends a person to a provider: a stranger may have sent them the link. */
export const lookAtSignOn: Operation = (app, { sql }) =>
  app.post(
    '/v1/staff/sign_on/look',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'lookAtSignOn',
        summary: 'Look at where an organisation’s team signs on',
        description: '404 where the organisation has no provider.',
        tags: ['Staff'],
        body: Input({ organisation: Id({ description: 'as in the address where the team signs on' }) }),
        response: { 200: StaffSignOn },
      },
    },
    async ({ body }) => {
      const orgId = await organisationById(sql, body.organisation)
      const provider = orgId === undefined ? undefined : await findStaffProvider(orgId, sql)
      if (orgId === undefined || !provider) throw new ApiError('resource_missing')
      await requireHere(orgId, sql)
      const [organisation] = await sql<{ name: string }[]>`
        select name
        from organisations
        where org_id = ${orgId}`
      if (!organisation) throw new ApiError('resource_missing')
      return {
        organisation: organisation.name,
        provider: provider.name,
        provider_host: new URL(provider.issuer).host,
      } satisfies Static<typeof StaffSignOn>
    },
  )
