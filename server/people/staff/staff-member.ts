import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { StaffRole } from '../../access/roles.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { RoleName } from './account.ts'

/** A person who works for an organisation, or has been asked to. */
export const StaffMember = Type.Object(
  {
    staff_id: Type.Integer(),
    email_address: Type.String(),
    name: Nullable(Type.String({ description: 'as they gave it when they joined' })),
    role: RoleName,
    status: OneOf(['invited', 'active', 'removed']),
    invitation_expires_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
    created_at: Type.Integer(),
  },
  { title: 'StaffMember' },
)

export const StaffMemberRow = Type.Object({
  staff_id: Type.Integer(),
  email_address: Type.String(),
  name: Nullable(Type.String()),
  role: Type.Unsafe<StaffRole>({ type: 'string' }),
  staff_status: Type.Unsafe<'invited' | 'active' | 'removed'>({ type: 'string' }),
  invitation_expires_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type StaffMemberRow = Static<typeof StaffMemberRow>

export const staffColumns = (sql: Db) =>
  sql`staff_id, email_address, name, role, staff_status, invitation_expires_at, created_at`

export const toStaffMember = (row: StaffMemberRow) =>
  ({
    staff_id: row.staff_id,
    email_address: row.email_address,
    name: row.name,
    role: row.role,
    status: row.staff_status,
    invitation_expires_at:
      row.staff_status === 'invited' && row.invitation_expires_at ? unixSeconds(row.invitation_expires_at) : null,
    created_at: unixSeconds(row.created_at),
  }) satisfies Static<typeof StaffMember>

/** Far more than any club has; those who were removed do not count. */
export const STAFF_MAX = 1000

export const findTeam = (orgId: OrgId, sql: Db) => sql<StaffMemberRow[]>`
  select ${staffColumns(sql)}
  from staff_members
  where org_id = ${orgId}
    and staff_status <> 'removed'
  order by staff_id
  limit ${STAFF_MAX}`
