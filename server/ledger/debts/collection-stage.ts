import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/**
 * Where an open instalment stands on its way to the money. Each is in one of them, or due later than the first says.
 *
 *   due_soon   due within seven days, and nothing went wrong
 *   failed     a charge failed, and it is charged again by itself
 *   needs_fan  it is late or failed, and nothing follows by itself: the fan pays, or gives another card
 *   returned   what was paid came back
 *   under_way  it is being collected
 */
export const collectionStages = ['due_soon', 'failed', 'needs_fan', 'returned', 'under_way'] as const
export type CollectionStage = (typeof collectionStages)[number]

const SOON_MS = 7 * DAY_MS

/** Of `debts`, found along an index: what is due later is never gone through. */
export const isInStage = (sql: Db, now: Date, stage: CollectionStage): Fragment =>
  sql`kind = 'instalment' and ${conditions[stage](sql, now)}`

const conditions: Record<CollectionStage, (sql: Db, now: Date) => Fragment> = {
  due_soon: (sql, now) => sql`${isDueBySoon(sql, now)}
    and last_outcome is null
    and first_failed_at is null
    and (due_at >= ${now} or ${isPlanned(sql)})`,
  failed: (sql, now) => sql`${isDueBySoon(sql, now)}
    and (last_outcome = 'failed' or last_outcome is null and first_failed_at is not null)
    and ${isPlanned(sql)}`,
  needs_fan: (sql, now) => sql`${isDueBySoon(sql, now)}
    and last_outcome is distinct from 'returned'
    and (due_at < ${now} or last_outcome = 'failed' or first_failed_at is not null)
    and not ${isPlanned(sql)}`,
  returned: (sql) => sql`debt_status = 'returned'`,
  under_way: (sql) => sql`debt_status = 'submitted'`,
}

const isDueBySoon = (sql: Db, now: Date) => sql`closed_at is null
    and attempt_payment_id is null
    and due_at < ${new Date(now.getTime() + SOON_MS)}`

const isPlanned = (sql: Db) => sql`(next_attempt_at is not null or held_attempt_at is not null)`
