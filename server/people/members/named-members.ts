import { likeNeedle } from '../../platform/http/lists.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { MemberFilters } from './member-filters.ts'

/** How a value gets into a statement: as a parameter, or as it is written, where a statement takes none. */
export type Put = (value: number | string) => Fragment

/** Filters that name a person: each has an index that finds the few members it is about. */
export const isExactlyNamed = ({ user_id, email_address, member_number, barcode }: MemberFilters): boolean =>
  [user_id, email_address, member_number, barcode].some((value) => value !== undefined)

/** Of members `m`. */
export const namedAs = (sql: Db, filters: MemberFilters, put: Put): Fragment => sql`
  ${when(sql, filters.user_id, (id) => sql`and m.user_id = ${put(id)}`)}
  ${when(sql, filters.email_address, (email) => sql`and lower(m.email_address collate "C") = lower(${put(email)}::text collate "C")`)}
  ${when(sql, filters.member_number, (number) => sql`and m.member_number = ${put(number)}`)}
  ${when(sql, filters.barcode, (barcode) => sql`and m.barcode = ${put(barcode)}`)}
  ${when(sql, filters.search, (search) => sql`and ${memberWords(sql)} like lower(${put(likeNeedle(search))})`)}
  ${when(sql, filters.isByNameAlone ? filters.search : undefined, (search) => sql`and ${nameAndNumber(sql)} like lower(${put(likeNeedle(search))})`)}`

const nameAndNumber = (sql: Db): Fragment => sql`lower(first_name || ' ' || last_name || ' ' || member_number)`

/** What `search` looks in: the very expression of the index `members_by_words`. */
export const memberWords = (sql: Db): Fragment =>
  sql`lower(first_name || ' ' || last_name || ' ' || coalesce(email_address, '') || ' ' || member_number)`
