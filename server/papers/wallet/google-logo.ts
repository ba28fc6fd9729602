import { organisationById, requireHere } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { LogoDeps } from '../../messages/mail/logos.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { hexOf } from '../ticket-files/printed-ticket.ts'
import { passPictures } from './pass-pictures.ts'

/**
 * An organisation's logo as Google's wallet takes it: a square PNG, whatever the logo is. It is not in the description of the API, since
 * only Google calls it.
 */
export const googleLogo: Operation<LogoDeps> = (app, { sql, findLogo, parsers }) =>
  app.get(
    '/v1/wallet/google/:org_id/logo.png',
    { config: { scope: 'public' }, schema: { params: Input({ org_id: Id() }), hide: true } },
    async ({ params }, reply) => {
      const orgId = await organisationById(sql, params.org_id)
      if (orgId === undefined) throw new ApiError('resource_missing')
      await requireHere(orgId, sql)
      const [look] = await findLook(orgId, sql)
      const logo = await findLogo(look?.logo_image ?? null)
      const { google } = await passPictures(parsers, logo, hexOf(look?.accent_color ?? null))
      if (!google) throw new ApiError('resource_missing')
      return reply.type('image/png').send(google)
    },
  )

const findLook = (orgId: OrgId, sql: Db) => sql<{ logo_image: string | null; accent_color: string | null }[]>`
  select logo_image, accent_color
  from organisations
  where org_id = ${orgId}`
