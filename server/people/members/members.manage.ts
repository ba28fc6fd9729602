import { ApiError } from '../../platform/http/errors.ts'
import { credential } from '../../platform/http/guarded-fields.ts'
import type { Operation } from '../../platform/operation.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import type { MemberRow } from './member.ts'
import { unusedCode } from './member-code.ts'
import { MemberFields, toColumns } from './member-fields.ts'
import { members } from './member-resource.ts'
import { chooseType, refuseErased, refuseUnborn, seatMapOfType } from './member-rules.ts'
import { type MemberStep, memberStatusAfter, memberStatusName } from './member-status.ts'
import { chooseSeat, seatMapOf } from './seat-rule.ts'

/** The column of the status that a step leads to. */
const statusColumn = ({ membership_member_status_id: status }: MemberRow, step: MemberStep) => {
  const statusId = memberStatusAfter(step, status)
  if (statusId === undefined)
    throw new ApiError('state_conflict', { message: `The member is ${memberStatusName(status)}.` })
  return { membership_member_status_id: statusId }
}

export const manageMembers: Operation[] = [
  retrieveOf(members),
  changeOf(members, MemberFields, async (body, member, at) => {
    await refuseErased(at, Number(body.user_id ?? member.user_id))
    await refuseUnborn(at, body.date_of_birth)
    const { membership_type_id: typeId } = body
    if (typeId && typeId !== member.membership_type_id) await changeType(at, member, typeId)
    if (typeId !== undefined && typeId !== member.membership_type_id) await countChange(at, member, typeId)
    return toColumns(body)
  }),
  stepOf(
    members,
    { verb: 'mark_paid', done: 'paid', summary: 'Mark a member as paid', description: 'From unpaid or instalments.' },
    (member) => statusColumn(member, 'mark_paid'),
  ),
  stepOf(
    members,
    {
      verb: 'mark_instalments',
      done: 'paying_by_instalments',
      summary: 'Mark a member as paying by instalments',
      description: 'From unpaid.',
    },
    (member) => ({ ...statusColumn(member, 'mark_instalments'), instalments: true }),
  ),
  stepOf(
    members,
    {
      verb: 'mark_unpaid',
      done: 'unpaid',
      summary: 'Mark a paid member as unpaid',
      description: 'What a chargeback does.',
    },
    (member) => statusColumn(member, 'mark_unpaid'),
  ),
  stepOf(
    members,
    {
      verb: 'cancel',
      done: 'cancelled',
      summary: 'Cancel a member',
      description: 'The seat is free for others from now on; who had it stays on record, for a reinstatement.',
    },
    async (member, { orgId, tx }) => {
      const columns = statusColumn(member, 'cancel')
      await countMember(orgId, tx, member.membership_type_id, -1)
      return columns
    },
  ),
  stepOf(
    members,
    {
      verb: 'reinstate',
      done: 'reinstated',
      summary: 'Reinstate a cancelled member',
      description:
        'The member is unpaid again and has the seat back; 409 seat_taken when another member has it by now.',
    },
    async (member, at) => {
      const columns = statusColumn(member, 'reinstate')
      await countMember(at.orgId, at.tx, member.membership_type_id, 1)
      await takeSeatAgain(at, member)
      return { ...columns, instalments: false }
    },
  ),
  stepOf(
    members,
    {
      verb: 'reissue_barcode',
      done: 'barcode_reissued',
      summary: 'Give a member a new barcode',
      description: 'The old one is no longer valid.',
    },
    async (_member, { orgId, tx }) => ({ barcode: credential(await unusedCode(orgId, tx, 'barcode')) }),
  ),
]

/** In the limits of both types, the smaller number first, as all who lock several do. */
async function countChange({ orgId, tx }: ChangeContext, member: MemberRow, typeId: number | null): Promise<void> {
  if (member.membership_member_status_id === memberStatus.cancelled) return
  const changes = [
    { id: member.membership_type_id, members: -1 as const },
    { id: typeId, members: 1 as const },
  ]
  for (const { id, members } of changes.sort((a, b) => (a.id ?? 0) - (b.id ?? 0)))
    await countMember(orgId, tx, id, members)
}

/** A seated member stays on the seat map of the category, whatever the type. */
async function changeType(at: ChangeContext, member: MemberRow, typeId: number): Promise<void> {
  const { seatMapId } = await chooseType(at, typeId)
  const seatId = member.membership_member_status_id === memberStatus.cancelled ? null : member.membership_seat_id
  if (seatId === null || seatMapId === null) return
  if ((await seatMapOf(at, seatId)) !== seatMapId) {
    throw new ApiError('state_conflict', {
      param: 'membership_type_id',
      message: 'The member’s seat is not on the seat map of that type’s category.',
    })
  }
}

async function takeSeatAgain(at: ChangeContext, member: MemberRow): Promise<void> {
  if (member.membership_seat_id === null) return
  const seatMapId = await seatMapOfType(at, member.membership_type_id)
  await chooseSeat(at, member.membership_seat_id, seatMapId)
}
