import { Type } from 'typebox'
import { identify, readLinked, TokenHeader } from '../../people/sso/identify.ts'
import type { SsoDeps } from '../../people/sso/verify-token.ts'
import type { Operation } from '../../platform/operation.ts'
import { findSsoMembers, readSsoMemberships, SsoMembership } from './sso-membership.ts'

const List = Type.Object({
  object: Type.Unsafe<string>({ type: 'string', const: 'sso_memberships', description: 'the kind of the items' }),
  data: Type.Array(SsoMembership),
})

export const listSsoMemberships: Operation<SsoDeps> = (app, deps) =>
  app.get(
    '/v1/sso/memberships',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'listSsoMemberships',
        summary: 'List the signed-in fan’s memberships',
        description:
          'Those that their orders have bought, and their own; the newest first. With seat, what is paid and when the rest is due, and ' +
          'links to pay it before its day. Codes are on the page of each card.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        response: { 200: List },
      },
    },
    async (request) => {
      const { orgId } = request
      const identity = await identify(request, deps)
      const rows = await readLinked(orgId, deps, identity, () => findSsoMembers(orgId, deps.sql, identity))
      const ids = rows.map(({ membership_member_id }) => membership_member_id)
      return { object: 'sso_memberships', data: await readSsoMemberships(deps, orgId, ids) }
    },
  )
