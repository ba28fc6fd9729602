import type { OrgId } from '../../access/principal.ts'
import { hasWords } from '../../platform/http/search-words.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { readTypedCode } from '../../platform/values/typed-code.ts'

/** Whom and what a search was found to mean, before tickets are looked for. */
export type SoughtTickets = {
  search: string
  buyerIds: number[]
  seatIds: number[]
  /** The caller may not read how people are reached, and search does not confirm it. */
  isByNameAlone: boolean
  /** The caller may read codes of tickets. Of short ones, a search that finds them would let the rest be guessed. */
  isByCode: boolean
}

/**
 * Ids of tickets by number, barcode, short code, holder, buyer or seat, each along an index of its own. Those that were never renamed bear
 * the buyer's name, so that the index of holders has the others only (`tickets_by_holder`).
 */
export const ticketIdsFound = (
  orgId: OrgId,
  sql: Db,
  { search, buyerIds, seatIds, isByNameAlone, isByCode }: SoughtTickets,
): Fragment => sql`
  select ticket_id
  from tickets
  where org_id = ${orgId}
    and ticket_id = ${/^[0-9]{1,15}$/.test(search) ? Number(search) : 0}
  union all
  select ticket_id
  from tickets
  where org_id = ${orgId}
    and (changed_at <> created_at or replaces_ticket_id is not null)
    ${hasWords(sql, sql`lower(coalesce(ticket_name, '') || ' ' || coalesce(email_address, ''))`, search)}
    ${isByNameAlone ? hasWords(sql, sql`lower(coalesce(ticket_name, ''))`, search) : sql``}
  ${isByCode ? ofCode(orgId, sql, search) : sql``}
  ${seatIds.length === 0 ? sql`` : ofSeats(orgId, sql, seatIds)}
  ${buyerIds.length === 0 ? sql`` : ofBuyers(orgId, sql, buyerIds)}`

const ofCode = (orgId: OrgId, sql: Db, search: string) => sql`
  union all
  select ticket_id
  from tickets
  where org_id = ${orgId}
    and barcode in (${search}, ${search.toUpperCase()})
  ${when(sql, readTypedCode(search), (code) => ofShortCode(orgId, sql, code))}`

const ofShortCode = (orgId: OrgId, sql: Db, code: string) => sql`
  union all
  select ticket_id
  from tickets
  where org_id = ${orgId}
    and short_code = ${code}`

const ofSeats = (orgId: OrgId, sql: Db, seatIds: number[]) => sql`
  union all
  select ticket_id
  from tickets
  where org_id = ${orgId}
    and seat_id = any (${seatIds}::bigint[])`

const ofBuyers = (orgId: OrgId, sql: Db, buyerIds: number[]) => sql`
  union all
  select t.ticket_id
  from orders o
  join tickets t on t.org_id = ${orgId} and t.order_id = o.order_id
  where o.org_id = ${orgId}
    and o.user_id = any (${buyerIds}::bigint[])`
