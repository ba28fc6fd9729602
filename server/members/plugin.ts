import type { Operation } from '../operation.ts'
import { assignSeat, releaseSeat } from './assign-seat.ts'
import { createMember } from './create-member.ts'
import { manageMembers } from './manage-members.ts'
import { retrieveMember } from './retrieve-member.ts'

export const memberOperations: Operation[] = [retrieveMember, createMember, ...manageMembers, assignSeat, releaseSeat]
