import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import {
  type DebtPosition,
  debtFilters,
  findListedDebts,
  positionOf,
  wantDebts,
} from '../../ledger/debts/debt-filters.ts'
import { CustomerFilters, findCustomers } from '../../people/customers/list-customers.ts'
import { findCustomerOf } from '../../people/customers/search-customers.ts'
import { MemberFilters } from '../../people/members/member-filters.ts'
import { memberIds } from '../../people/members/member-ids.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { findsBy } from '../../platform/http/guarded-fields.ts'
import { Search } from '../../platform/http/lists.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findOrderPage, OrderFilters, type OrderPosition } from '../../tickets/orders/list-orders.manage.ts'

/** What staff can give tags to. */
export const taggedTypes = ['orders', 'customers', 'members'] as const
export type TaggedType = (typeof taggedTypes)[number]

export const objectTypes = [...taggedTypes, 'instalments'] as const
export type ObjectType = (typeof objectTypes)[number]

const { stage, overdue, overdue_days, user_id, unix_start, unix_end, search } = debtFilters
const InstalmentFilters = Input({ stage, overdue, overdue_days, user_id, unix_start, unix_end, search })
type InstalmentFilters = Static<typeof InstalmentFilters>

const filtersOf = {
  orders: OrderFilters,
  customers: CustomerFilters,
  members: MemberFilters,
  instalments: InstalmentFilters,
}

/** Those of all these lists; which of them a run can have, its objects say. */
export const RunFilters = Input({
  ...InstalmentFilters.properties,
  ...CustomerFilters.properties,
  ...MemberFilters.properties,
  ...OrderFilters.properties,
  // The worker that looks for them does not know what the caller may read.
  search: Type.Optional(Type.Unsafe<string>({ ...Search, ...findsBy('customers:read') })),
})
export type RunFilters = OrderFilters & MemberFilters & InstalmentFilters

/** A filter of another list would silently leave everything. */
export function requireFiltersOf(objectType: ObjectType, filters: object, prefix = ''): void {
  const unknown = Object.keys(filters).filter((name) => !Object.hasOwn(filtersOf[objectType].properties, name))
  if (unknown.length === 0) return
  throw invalidParameters(
    unknown.map((name) => ({
      param: `${prefix}${name}`,
      code: 'parameter_invalid',
      message: `${name} is no filter of ${objectType}.`,
    })),
  )
}

/** The ids that come behind `last`, and where the next page begins; undefined where this is the last one. */
export type IdPage = { ids: number[]; last: number[] | undefined }
type Wanted = { filters: RunFilters; last: number[] | undefined; most: number }
type FindIds<W = Wanted> = (orgId: OrgId, sql: Db, wanted: W) => Promise<IdPage>
/** What is late depends on the moment. */
type FindIdsByTime = FindIds<Wanted & { now: Date }>

/** In the order of the lists themselves: what joins while they are gone through comes before the first page, or is left out. */
export const findIds: Record<TaggedType, FindIds> & { instalments: FindIdsByTime } = {
  orders: async (orgId, sql, { filters, last, most }) => {
    const rows = await findOrderPage(orgId, sql, { ...filters, limit: most }, last as OrderPosition | undefined)
    return pageOf(
      rows,
      most,
      (row) => [row.placed_at, row.order_id],
      ({ order_id }) => order_id,
    )
  },
  customers: async (orgId, sql, { filters, last, most }) => {
    const exactMatch = filters.search === undefined ? undefined : await findCustomerOf(orgId, sql, filters.search)
    const order = { sort_direction: 'desc', sort_field: 'add_date', page_number: 1 } as const
    const [value = 0, userId = 0] = last ?? []
    const sought = { ...filters, ...order, limit: most, found: exactMatch }
    const rows = await findCustomers(orgId, sql, sought, last && { value, userId }).freshPlan()
    return pageOf(
      rows,
      most,
      (row) => [row.microseconds, row.user_id],
      ({ user_id }) => user_id,
    )
  },
  members: async (orgId, sql, { filters, last, most }) => {
    const span = { after: last?.[0] ?? 0, until: Number.MAX_SAFE_INTEGER, rows: most + 1 }
    const rows = await sql<{ membership_member_id: number }[]>`
      select membership_member_id
      from (${memberIds(orgId, sql, filters, span, (value) => sql`${value}`)}) page`.freshPlan()
    const id = (row: { membership_member_id: number }) => row.membership_member_id
    return pageOf(rows, most, (row) => [id(row)], id)
  },
  instalments: async (orgId, sql, { filters, now, last, most }) => {
    const wanted = await wantDebts(orgId, sql, now, { ...filters, kind: 'instalment' })
    const rows = await findListedDebts(orgId, sql, wanted, most + 1, last as DebtPosition | undefined)
    return pageOf(rows, most, positionOf, ({ debt_id }) => debt_id)
  },
}

/** One row more than asked for says that there is another page. */
function pageOf<Row>(rows: Row[], most: number, place: (row: Row) => number[], id: (row: Row) => number): IdPage {
  const page = rows.slice(0, most)
  const end = page.at(-1)
  return { ids: page.map(id), last: rows.length > most && end !== undefined ? place(end) : undefined }
}

/** How many of the ids are the organisation's. */
export async function countObjects(orgId: OrgId, sql: Db, objectType: ObjectType, ids: number[]): Promise<number> {
  const [row] = await existing[objectType](orgId, sql, ids)
  return row?.count ?? 0
}

type Count = (orgId: OrgId, sql: Db, ids: number[]) => PromiseLike<{ count: number }[]>
const existing: Record<ObjectType, Count> = {
  orders: (orgId, sql, ids) => sql<{ count: number }[]>`
    select count(*) as count
    from orders
    where org_id = ${orgId}
      and order_id = any (${ids}::bigint[])`,
  customers: (orgId, sql, ids) => sql<{ count: number }[]>`
    select count(*) as count
    from customers
    where org_id = ${orgId}
      and user_id = any (${ids}::bigint[])`,
  members: (orgId, sql, ids) => sql<{ count: number }[]>`
    select count(*) as count
    from members
    where org_id = ${orgId}
      and membership_member_id = any (${ids}::bigint[])`,
  instalments: (orgId, sql, ids) => sql<{ count: number }[]>`
    select count(*) as count
    from debts
    where org_id = ${orgId}
      and debt_id = any (${ids}::bigint[])
      and kind = 'instalment'`,
}
