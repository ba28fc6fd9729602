import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** How the audit log calls it that a fan was reminded: it has the debt as it was then, by staff and by the steps of an instalment alike. */
export const REMINDED = 'debt.reminded'

/** A reminder of a debt: the first, the second, …, with what was open then, in the major unit of the currency. */
export const ReminderRow = Type.Object({
  debt_id: Type.Integer(),
  level: Type.Integer(),
  open: Type.Number(),
  due_unix: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type ReminderRow = {
  debt_id: number
  level: number
  open: number
  due_unix: number
  created_at: Date
}

/** Of these debts, oldest first: read from the log, which keeps what a letter said for as long as there is anything to prove. */
export const findReminders = (orgId: OrgId, sql: Db, debtIds: number[]) => sql<ReminderRow[]>`
  select object_id::bigint as debt_id, row_number() over (partition by object_id order by audit_id)::integer as level,
    (after ->> 'open')::double precision as open, (after ->> 'due_at')::bigint as due_unix, created_at
  from audit_log
  where org_id = ${orgId}
    and object_type = 'debt'
    and object_id = any (${debtIds.map(String)}::text[])
    and action = ${REMINDED}
  order by audit_id`
