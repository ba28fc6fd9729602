import type { MessageType } from '../../messages/webhooks/message-types.ts'
import { conflictOn, invalid, missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { Member, type MemberRow, memberColumns, membersAndSeats, toMember } from './member.ts'

export const members: Resource<MemberRow, Member> = {
  singular: 'member',
  operationNames: {
    one: 'Member',
    many: 'Members',
    read: { one: 'ManagedMember', many: 'ManagedMembers' },
  },
  object: 'members',
  scope: 'members:manage',
  listPath: '/v1/members',
  itemPath: '/v1/manage/members/:membership_member_id',
  table: 'members',
  id: 'membership_member_id',
  tag: 'Members',
  schema: Member,
  constraints: {
    members_org_id_user_id_fkey: missing('user_id'),
    members_org_id_membership_type_id_fkey: missing('membership_type_id'),
    members_org_id_membership_seat_id_fkey: missing('membership_seat_id'),
    members_by_number: conflictOn('member_number', 'Another member has this member_number.'),
    members_date_of_birth_check: invalid('date_of_birth', 'date_of_birth must be after 1850-01-01.'),
  },
  select: (sql, _now, orgId) => sql`select ${memberColumns(sql)} from ${membersAndSeats(orgId, sql)}`,
  toItem: toMember,
  messages: (change, action) => [...particularMessage(change, action), 'member.updated'],
}

/** What is told beside `member.updated`, which tells of every change: a receiver of that one alone has a true copy. */
function particularMessage(change: 'created' | 'changed', action: string): MessageType[] {
  if (change === 'created') return ['member.created']
  if (action === 'renewed') return ['member.renewed']
  return action === 'cancelled' ? ['member.cancelled'] : []
}
