import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { cardSecretOf } from './card-secret.ts'
import { CardSecret } from './given-card-secret.ts'

export const revokeCardSecret: Operation = (app, deps) =>
  app.post(
    '/v1/manage/members/:membership_member_id/revoke_card_secret',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'revokeCardSecret',
        summary: 'Revoke the links to a member’s card',
        description:
          'For a link that a stranger has got hold of. Every card_secret given out before is dead at once, and no order confirmed before makes a new one; ' +
          'the barcode stays as it is, so re-issue it too where it was seen.',
        tags: ['Members'],
        params: Input({ membership_member_id: Id() }),
        response: { 200: CardSecret },
      },
    },
    (request, reply) => {
      const { orgId } = request
      const { membership_member_id: memberId } = request.params
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [member] = await tx<{ secret_version: number }[]>`
          update members
          set secret_version = secret_version + 1, secret_revoked_at = ${deps.clock(orgId)}, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
            and membership_member_id = ${memberId}
          returning secret_version`
        if (!member) throw new ApiError('resource_missing')
        await record(tx, deps.clock, request, {
          action: 'member.card_secret_revoked',
          objectType: 'member',
          objectId: memberId,
        })
        return { card_secret: cardSecretOf(deps.seal, orgId, { memberId, version: member.secret_version }) }
      })
    },
  )
