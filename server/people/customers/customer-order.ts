import { fromMicroseconds } from '../../platform/http/keyset.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

export const sortFields = ['add_date', 'updated_at', 'first_name', 'last_name', 'email_address'] as const
export type CustomerOrder = { sort_field: (typeof sortFields)[number]; sort_direction: 'asc' | 'desc' }

const times = { add_date: 'created_at', updated_at: 'changed_at' } as const
type TimeField = keyof typeof times

export const isTimeField = (field: CustomerOrder['sort_field']): field is TimeField => Object.hasOwn(times, field)

export const columnOf = ({ sort_field: field }: CustomerOrder) => (isTimeField(field) ? times[field] : field)

/** Names sort by language and not by bytes, as their indexes do; equal are only texts of the same bytes, so ids break ties as ever. */
function sortedColumn(sql: Db, order: CustomerOrder): Fragment {
  const column = sql(columnOf(order))
  const isName = order.sort_field === 'first_name' || order.sort_field === 'last_name'
  return isName ? sql`${column} collate "und-x-icu"` : sql`${column}`
}

/** Both columns run the same way, so that one index serves either direction. */
export function sortColumns(sql: Db, order: CustomerOrder): Fragment {
  const column = sortedColumn(sql, order)
  return order.sort_direction === 'asc'
    ? sql`${column} asc nulls last, user_id asc`
    : sql`${column} desc nulls first, user_id desc`
}

/** Where a page ended: microseconds or a text, null for a customer without a value; and the id that breaks ties. */
export type Position = { value: number | string | null; userId: number }

/**
 * The rows behind a position, as ranges of the index, nearest first. Those without a value lie at one end of it, and a range
 * never crosses into them: one condition for both would be a filter over all that lies before.
 */
export function rangesAfter(sql: Db, order: CustomerOrder, { value, userId }: Position): Fragment[] {
  const column = sortedColumn(sql, order)
  const ascending = order.sort_direction === 'asc'
  const laterId = ascending ? sql`user_id > ${userId}` : sql`user_id < ${userId}`
  if (value === null) {
    const withoutValue = sql`and ${column} is null and ${laterId}`
    return ascending ? [withoutValue] : [withoutValue, sql`and ${column} is not null`]
  }
  const boundary = isTimeField(order.sort_field) ? fromMicroseconds(sql, value) : sql`${value}`
  if (!ascending) return [sql`and (${column}, user_id) < (${boundary}, ${userId})`]
  const later = sql`and (${column}, user_id) > (${boundary}, ${userId})`
  return isTimeField(order.sort_field) ? [later] : [later, sql`and ${column} is null`]
}
