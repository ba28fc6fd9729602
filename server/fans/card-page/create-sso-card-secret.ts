import { identify, readLinked, TokenHeader } from '../../people/sso/identify.ts'
import type { SsoDeps } from '../../people/sso/verify-token.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { cardSecretOf } from './card-secret.ts'
import { CardSecret } from './given-card-secret.ts'
import { findSsoMembers } from './sso-membership.ts'

/** Beside the list and not in it: a caller that lists memberships need not be handed the keys to all of them. */
export const createSsoCardSecret: Operation<SsoDeps> = (app, deps) =>
  app.post(
    '/v1/sso/memberships/:membership_member_id/card_secret',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'createSsoCardSecret',
        summary: 'Get the secret of the card of one of the signed-in fan’s memberships',
        description: 'With it the fan opens the card, as on its page.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        params: Input({ membership_member_id: Id() }),
        response: { 200: CardSecret },
      },
    },
    async (request, reply) => {
      const { orgId, params } = request
      const identity = await identify(request, deps)
      const [member] = await readLinked(orgId, deps, identity, () =>
        findSsoMembers(orgId, deps.sql, identity, params.membership_member_id),
      )
      // Nothing is written but the answer, for a caller that repeats the request under its key.
      return change({ ...deps, orgId, request, reply, identity }, async () => {
        if (!member) throw new ApiError('resource_missing')
        const { membership_member_id: memberId, secret_version: version } = member
        return { card_secret: cardSecretOf(deps.seal, orgId, { memberId, version }) }
      })
    },
  )
