import type { OrgId } from '../../access/principal.ts'
import { likeNeedle } from '../../platform/http/lists.ts'
import { hasWords } from '../../platform/http/search-words.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/**
 * The customer whose whole e-mail address it is: one person, found by an index of its own. To the index of three letters each, an address
 * is made of what everybody's has, and of a million it took half a second (bench/README.md).
 */
export async function findCustomerOf(orgId: OrgId, sql: Db, search: string): Promise<number | undefined> {
  if (!ADDRESS.test(search)) return undefined
  const [customer] = await sql<{ user_id: number }[]>`
    select user_id
    from customers
    where org_id = ${orgId}
      and lower(email_address collate "C") = lower(${search}::text collate "C")`
  return customer?.user_id
}

/**
 * Of `customers`, for callers who may not read how people are reached: search must not confirm an address or a telephone number, so what
 * was found has to be in the name alone.
 */
export const isNamed = (sql: Db, search: string): Fragment => sql`true
      ${hasWords(sql, sql`lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`, search)}`

/**
 * Customers of whom every word is known, in whatever order: name, e-mail address, mobile number, org_customer_id; or in the name, where
 * that alone is asked for.
 */
export const findCustomersBy = (orgId: OrgId, sql: Db, search: string, most: number, isByNameAlone = false) =>
  sql<{ user_id: number }[]>`
    select user_id
    from customers
    where org_id = ${orgId}
      ${hasWords(sql, sql`search_text`, search)}
      ${isByNameAlone ? sql`and ${isNamed(sql, search)}` : sql``}
    limit ${most}`.freshPlan()

/** Whether more than `most` customers have this in their name, e-mail address or number: then it says little of whom is meant. */
export async function isNameOfMany(orgId: OrgId, sql: Db, search: string, most: number): Promise<boolean> {
  const [named] = await sql<{ customers: number }[]>`
    select count(*)::integer as customers
    from (
      select user_id
      from customers
      where org_id = ${orgId}
        and search_text like lower(${likeNeedle(search)})
      limit ${most + 1}
    ) as named`.freshPlan()
  return (named?.customers ?? 0) > most
}
