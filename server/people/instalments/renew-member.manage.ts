import type { Static } from 'typebox'
import type { Operation } from '../../operation.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, UnixSeconds } from '../../platform/http/schema.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import type { Item, Resource } from '../../resources/resource.ts'
import { Member, type MemberRow } from '../members/member.ts'
import { members } from '../members/member-resource.ts'

const Params = Input({ membership_member_id: Id() })
const Body = Input({ expires: UnixSeconds({ description: 'the new end; later than now and than the present one' }) })

const renewals: Resource<MemberRow> = { ...members, message: () => 'member.renewed' }

export const renewMember: Operation = (app, deps) =>
  app.post(
    '/v1/manage/members/:membership_member_id/renew',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'renewMember',
        summary: 'Renew a membership',
        description: 'Moves its end; whether it is paid stays as it is. A cancelled one has to be reinstated first.',
        tags: ['Members'],
        params: Params,
        body: Body,
        response: { 200: Member },
      },
    },
    (request, reply) => {
      const expires = new Date(request.body.expires * 1000)
      return inChange(renewals, deps, request, reply, async (at) => {
        const id = request.params.membership_member_id
        const decide = (member: Item) => renewed(member, expires, at.clock())
        return (await updateRow(renewals, at, id, decide, 'renewed')) as Static<typeof Member>
      })
    },
  )

function renewed(member: Item, expires: Date, now: Date) {
  if (Number(member.membership_member_status_id) === memberStatus.cancelled) {
    throw new ApiError('state_conflict', { message: 'The member is cancelled.' })
  }
  if (expires <= now || expires.getTime() <= Number(member.expires ?? 0) * 1000) {
    const message = 'expires must be later than now and than the present end.'
    throw invalidParameters([{ param: 'expires', code: 'parameter_invalid', message }])
  }
  return { expires }
}
