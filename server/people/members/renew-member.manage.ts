import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds, unixSeconds } from '../../platform/values/clock.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { Member, type MemberRow } from './member.ts'
import { members } from './member-resource.ts'

const Params = Input({ membership_member_id: Id() })
const Body = Input({ expires: UnixSeconds({ description: 'the new end; later than now and than the present one' }) })

export const renewMember: Operation = (app, deps) =>
  app.post(
    '/v1/manage/members/:membership_member_id/renew',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'renewMember',
        summary: 'Renew a membership',
        description:
          'Moves its end; whether it is paid stays as it is. The new card is not sent yet: it is not fulfilled, and has no ' +
          'tracking code. A cancelled membership has to be reinstated first.',
        tags: ['Members'],
        params: Params,
        body: Body,
        response: { 200: Member },
      },
    },
    (request, reply) => {
      const expires = fromUnixSeconds(request.body.expires)
      return inChange(members, deps, request, reply, async (at) => {
        const id = request.params.membership_member_id
        return updateRow(members, at, id, (member) => renew(member, expires, at.clock(at.orgId)), 'renewed')
      })
    },
  )

/** What was sent was for the season before: the new one is to be sent. */
function renew(member: MemberRow, expires: Date, now: Date) {
  if (member.membership_member_status_id === memberStatus.cancelled) {
    throw new ApiError('state_conflict', { message: 'The member is cancelled.' })
  }
  if (expires <= now || (member.expires !== null && unixSeconds(expires) <= unixSeconds(member.expires))) {
    const message = 'expires must be later than now and than the present end.'
    throw invalidParameters([{ param: 'expires', code: 'parameter_invalid', message }])
  }
  return { expires, fulfilled_at: null, fulfillment_tracking_code: null }
}
