import { ApiError } from '../../platform/http/errors.ts'
import type { MemberRow } from './member.ts'
import { type MemberStep, memberStatusAfter, memberStatusName } from './member-status.ts'

/** The column of the status that a step leads to. */
export const statusColumn = ({ membership_member_status_id: status }: MemberRow, step: MemberStep) => {
  const statusId = memberStatusAfter(step, status)
  if (statusId === undefined)
    throw new ApiError('state_conflict', { message: `The member is ${memberStatusName(status)}.` })
  return { membership_member_status_id: statusId }
}
