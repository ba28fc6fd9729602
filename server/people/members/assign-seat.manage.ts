import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { Member, type MemberRow } from './member.ts'
import { members } from './member-resource.ts'
import { seatMapOfType } from './member-rules.ts'
import { chooseSeat } from './seat-rule.ts'

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
          'One member to a seat: 409 seat_taken when another member has it. The seat that the member had is free then.',
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
          await chooseSeat(at, seatId, await seatMapOfType(at, member.membership_type_id))
          return { membership_seat_id: seatId }
        }
        return updateRow(members, at, request.params.membership_member_id, decide, 'seat_assigned')
      }),
  )
