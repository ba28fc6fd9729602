import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { Member, type MemberRow } from './member.ts'
import { members } from './member-resource.ts'
import { seasonOfType } from './member-rules.ts'
import { movePlace } from './seat-rule.ts'

const Params = Input({ membership_member_id: Id() })

const path = '/v1/manage/members/:membership_member_id/seat'

export const releaseSeat: Operation = (app, deps) =>
  app.delete(
    path,
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'releaseSeat',
        summary: 'Take a member off the seat',
        description: 'Also for a cancelled member whose old seat another has by now.',
        tags: ['Members'],
        params: Params,
        response: { 200: Member },
      },
    },
    (request, reply) =>
      inChange(members, deps, request, reply, async (at) => {
        const decide = async (member: MemberRow) => {
          if (member.membership_seat_id === null) return {}
          if (member.membership_member_status_id !== memberStatus.cancelled) {
            const seasonId = await seasonOfType(at, member.membership_type_id)
            await movePlace(at, member, { seasonId, seatId: null })
          }
          return { membership_seat_id: null }
        }
        return updateRow(members, at, request.params.membership_member_id, decide, 'seat_released')
      }),
  )
