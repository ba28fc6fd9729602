import { assignSeat } from './assign-seat.manage.ts'
import { createMember } from './create-member.ts'
import { fulfilMembers } from './fulfil-members.ts'
import { listMemberTerms } from './list-member-terms.manage.ts'
import { listMembers } from './list-members.ts'
import { manageMembers } from './members.manage.ts'
import { releaseSeat } from './release-seat.manage.ts'
import { renewMember } from './renew-member.manage.ts'
import { retrieveManagedMember } from './retrieve-member.manage.ts'
import { retrieveMember } from './retrieve-member.ts'
import { setTrackingCode } from './set-tracking-code.ts'

export const memberOperations = [
  listMembers,
  retrieveMember,
  createMember,
  fulfilMembers,
  setTrackingCode,
  retrieveManagedMember,
  ...manageMembers,
  assignSeat,
  releaseSeat,
  renewMember,
  listMemberTerms,
]
