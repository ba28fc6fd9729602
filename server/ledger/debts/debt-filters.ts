import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { findCustomerOf, isNameOfMany } from '../../people/customers/search-customers.ts'
import type { ByNameAlone } from '../../platform/http/by-name-alone.ts'
import { fromMicroseconds, microseconds } from '../../platform/http/keyset.ts'
import { likeNeedle, Search } from '../../platform/http/lists.ts'
import { Id, Input, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { byWalkUp } from '../../tickets/orders/walk-ups.ts'
import { DebtRow, selectDebts } from '../ledger/debt.ts'
import { debtKinds, debtStatuses } from '../ledger/lock-debts.ts'
import { collectionStages, isInStage } from './collection-stage.ts'

/** What narrows a list of debts, and the file of them. */
export const debtFilters = {
  owed_by: Type.Optional(OneOf(['fan', 'club'])),
  kind: Type.Optional(OneOf([...debtKinds])),
  status: Type.Optional(OneOf([...debtStatuses])),
  stage: Type.Optional(
    OneOf([...collectionStages], {
      description: 'only instalments, by how far their collection is: see what `collection_stages` counts',
    }),
  ),
  open: Type.Optional(Type.Boolean({ description: 'true: something is left of it; false: nothing is' })),
  overdue: Type.Optional(Type.Boolean({ description: 'true: open, and its day has passed; false: all others' })),
  overdue_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'only those that are overdue for so many days or more' }),
  ),
  order_id: Type.Optional(Id({ description: 'only those of this order' })),
  event_id: Type.Optional(Id({ description: 'only those of orders for this event' })),
  user_id: Type.Optional(Id({ description: 'only those of this customer' })),
  unix_start: Type.Optional(UnixSeconds({ description: 'only those due after this Unix time' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only those due before this Unix time' })),
  search: Type.Optional(Search),
}

/** In words, for both operations. */
export const debtSearch =
  '`search` matches the customer as they are now (name, e-mail address, mobile number, org_customer_id), a name that was given at ' +
  'the counter, or the whole order_id or order_uuid; for callers without customers:read the last two alone.'

const Filters = Input(debtFilters)
export type DebtFilters = Static<typeof Filters> & ByNameAlone

/**
 * With more customers of a name, a page is found sooner by going through the debts in their order. With fewer it is not, even if few of
 * them have a debt: all debts would be gone through for those few.
 */
const NAMED_MAX = 20_000

/** The customer whose whole e-mail address is searched for; else whether very many are called like it. */
type Matches = { userId?: number; isCommon: boolean; isByNumberAlone?: boolean }
/** What is asked for, at what moment, and what is known about its search before the first page. */
export type WantedDebts = { filters: DebtFilters; now: Date; matches: Matches }

export async function wantDebts(orgId: OrgId, sql: Db, now: Date, filters: DebtFilters): Promise<WantedDebts> {
  const { search, isByNameAlone } = filters
  // The name of who owes is masked with the rest, so there is nothing of a person left to find a debt by.
  if (search === undefined || isByNameAlone)
    return { filters, now, matches: { isCommon: false, isByNumberAlone: true } }
  return { filters, now, matches: await lookAhead(orgId, sql, search) }
}

/** Of `debts`, for every filter that was sent. */
const conditionsOf = (orgId: OrgId, sql: Db, { filters: q, now, matches }: WantedDebts) => sql`
            ${when(sql, q.owed_by, (whose) => sql`and owed_by = ${whose}`)}
            ${when(sql, q.kind, (kind) => sql`and kind = ${kind}`)}
            ${when(sql, q.status, (status) => sql`and debt_status = ${status}`)}
            ${when(sql, q.stage, (stage) => sql`and ${isInStage(sql, now, stage)}`)}
            ${when(sql, q.open, (open) => (open ? sql`and closed_at is null` : sql`and closed_at is not null`))}
            ${when(sql, q.overdue, (overdue) => (overdue ? sql`and ${isOverdue(sql, now)}` : sql`and not (${isOverdue(sql, now)})`))}
            ${when(sql, q.overdue_days, (days) => sql`and ${isOverdue(sql, new Date(now.getTime() - days * DAY_MS))}`)}
            ${when(sql, q.order_id, (id) => sql`and order_id = ${id}`)}
            ${when(sql, q.event_id, (id) => sql`and event_id = ${id}`)}
            ${when(sql, q.user_id, (id) => sql`and user_id = ${id}`)}
            ${when(sql, q.unix_start, (unix) => sql`and due_at > to_timestamp(${unix})`)}
            ${when(sql, q.unix_end, (unix) => sql`and due_at < to_timestamp(${unix})`)}
            ${when(sql, q.search, (search) => sql`and ${matching(orgId, sql, search, matches)}`)}`

export const ListedDebtRow = Type.Object({ ...DebtRow.properties, microseconds: Type.Integer() })
export type ListedDebtRow = Static<typeof ListedDebtRow>

export type DebtPosition = [dueAt: number, debtId: number]
export const positionOf = (row: ListedDebtRow): DebtPosition => [row.microseconds, row.debt_id]

/** The earliest day first. The page is found along an index before anything is joined to it. */
export const findListedDebts = (orgId: OrgId, sql: Db, wanted: WantedDebts, most: number, after?: DebtPosition) =>
  sql<ListedDebtRow[]>`
    select page.*, ${microseconds(sql, 'due_at')} as microseconds
    from (
      ${selectDebts(sql, orgId)}
      where t.org_id = ${orgId}
        and t.debt_id = any (array(
          select debt_id
          from debts
          where org_id = ${orgId}
            ${conditionsOf(orgId, sql, wanted)}
            ${when(sql, after, ([at, id]) => sql`and (due_at, debt_id) > (${fromMicroseconds(sql, at)}, ${id})`)}
          order by due_at, debt_id
          limit ${most}
        ))
    ) as page
    order by due_at, debt_id`.freshPlan()

const isOverdue = (sql: Db, now: Date) => sql`closed_at is null and due_at < ${now}`

async function lookAhead(orgId: OrgId, sql: Db, search: string): Promise<Matches> {
  const userId = await findCustomerOf(orgId, sql, search)
  if (userId !== undefined) return { userId, isCommon: false }
  return { isCommon: await isNameOfMany(orgId, sql, search, NAMED_MAX) }
}

/** A number of this many digits is looked for among telephone numbers. */
const PHONE_LENGTH = 9

function matching(orgId: OrgId, sql: Db, search: string, { userId, isCommon, isByNumberAlone }: Matches): Fragment {
  if (userId !== undefined) return sql`user_id = ${userId}`
  const { order_id, order_uuid } = orderIdIn(search)
  if (order_uuid !== undefined)
    return sql`order_id in (
              select order_id
              from orders
              where org_id = ${orgId}
                and order_uuid = ${order_uuid}
            )`
  if (order_id !== undefined && search.length < PHONE_LENGTH) return sql`order_id = ${order_id}`
  if (isByNumberAlone) return sql`false`
  // A sub-select of one value is asked of one debt after the other, and never made into a list of all customers.
  if (isCommon)
    return sql`(
              select c.search_text
              from customers c
              where c.org_id = ${orgId}
                and c.user_id = debts.user_id
            ) like lower(${likeNeedle(search)})`
  return sql`debt_id in (
              select t.debt_id
              from customers c
              join debts t on t.org_id = ${orgId} and t.user_id = c.user_id
              where c.org_id = ${orgId}
                and c.search_text like lower(${likeNeedle(search)})
              union all
              select t.debt_id
              from debts t
              where t.org_id = ${orgId}
                and t.order_id in (${byWalkUp(orgId, sql, search)})
            )`
}
