import { credential } from '../../platform/http/guarded-fields.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import { hasNextTermOf } from './cancel-term.ts'
import { unusedCode } from './member-code.ts'
import { MemberFields, toColumns } from './member-fields.ts'
import { members } from './member-resource.ts'
import { refuseErased, refuseUnborn, requireNothingOpen, seasonOfType } from './member-rules.ts'
import { statusColumn } from './member-status-column.ts'
import { takePlace } from './seat-rule.ts'
import { changeType } from './type-rule.ts'

/*
 * Operations (written by npm run openapi):
 * changeMember, markInstalmentsMember, markPaidMember, markUnpaidMember, reinstateMember, reissueBarcodeMember
 */

export const manageMembers: Operation[] = [
  changeOf(members, MemberFields, async (body, member, at) => {
    await refuseErased(at, Number(body.user_id ?? member.user_id))
    await refuseUnborn(at, body.date_of_birth)
    const { membership_type_id: typeId } = body
    if (typeId !== undefined && typeId !== member.membership_type_id) await changeType(at, member, typeId)
    return toColumns(body)
  }),
  stepOf(
    members,
    {
      verb: 'mark_paid',
      done: 'paid',
      summary: 'Mark a member as paid',
      description:
        'From unpaid or instalments, for money that is booked elsewhere. 409 while a debt of the membership is open here: record its payment, or write it off, and the member is paid.',
    },
    (member) => {
      requireNothingOpen(member)
      return statusColumn(member, 'mark_paid')
    },
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
      verb: 'reinstate',
      done: 'reinstated',
      summary: 'Reinstate a cancelled member',
      description:
        'The member is unpaid again and has the seat back; 409 seat_taken when another member or a buyer has it by now, for the season or in one of its events. What was owed is owed as before and is not charged: resume its plan, and the fan leaves a card or account by the link of the debt.',
    },
    async (member, at) => {
      const columns = statusColumn(member, 'reinstate')
      const { membership_member_id: id, membership_type_id: typeId } = member
      if (!(await hasNextTermOf(at.orgId, at.tx, id, typeId))) await countMember(at.orgId, at.tx, typeId, 1)
      const seasonId = await seasonOfType(at, member.membership_type_id)
      await takePlace(at, member.membership_member_id, seasonId, member.membership_seat_id)
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
