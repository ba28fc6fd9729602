import type { Db } from '../../platform/postgres/database.ts'

/**
 * How many days ahead the fan of mandate `m` is told, by the calendar. Three working days of Bacs are a week at the most, whatever weekend and
 * bank holiday lie between.
 */
export const noticeDaysOf = (sql: Db) => sql`(case when m.scheme = 'bacs_debit' then 7 else m.notice_days end)`
