import { timeOf } from '../../access/clock-offsets.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { overAt } from '../../programme/stock/sold-until.ts'

/** A stored figure that is not what the rows add up to. What is no count is 1 for there and 0 for not there. */
export type Difference = { object: string; id: string; field: string; stored: number; counted: number }

/** One statement, so one snapshot: a sale that commits meanwhile is in it with all its rows or with none. */
export type Check = (orgId: OrgId, sql: Db) => Promise<Difference[]>

/** Beyond this many of one kind an operator does not read on. */
export const DIFFERENCES_MAX = 1000

/** An event `e` that is to come, or is on, by the organisation's time. */
export const isComingNow = (orgId: OrgId, sql: Db) =>
  sql`(e.event_status_id in (${eventStatus.draft}, ${eventStatus.live}) and ${overAt(sql, 'e')} > ${timeOf(orgId, sql)})`
