import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { Member, type MemberRow } from './member.ts'
import { members } from './member-resource.ts'
import { seasonOfType } from './member-rules.ts'
import { movePlace } from './seat-rule.ts'

const Params = Input({ membership_member_id: Id() })

const Body = Input({ membership_seat_id: Id() })

const path = '/v1/manage/members/:membership_member_id/seat'

export const assignSeat: Operation = (app, deps) =>
  app.put(
    path,
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'assignSeat',
        summary: 'Assign a member to a seat',
        description:
          'In the season of the member’s type, and in each of its events to come: 409 seat_taken when another member has it for the season, or a buyer has it in one of these events, which `event_ids` names. ' +
          'The seat that the member had is free then. A member of a type without a season has no seat.',
        tags: ['Members'],
        params: Params,
        body: Body,
        response: { 200: Member },
      },
    },
    (request, reply) =>
      inChange(members, deps, request, reply, async (at) => {
        const { membership_seat_id: seatId } = request.body
        const decide = async (member: MemberRow) => {
          if (member.membership_member_status_id === memberStatus.cancelled) {
            throw new ApiError('state_conflict', { message: 'The member is cancelled.' })
          }
          if (member.membership_seat_id === seatId) return {}
          const seasonId = await seasonOfType(at, member.membership_type_id)
          await movePlace(at, member, { seasonId, seatId })
          return { membership_seat_id: seatId }
        }
        return updateRow(members, at, request.params.membership_member_id, decide, 'seat_assigned')
      }),
  )
