import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { findIds, type RunFilters, type TaggedType } from '../../collection/runs/run-objects.ts'
import { CustomerFilters, CustomerSort, findCustomers, positionAfter } from '../../people/customers/list-customers.ts'
import { findCustomerOf } from '../../people/customers/search-customers.ts'
import { MemberFilters } from '../../people/members/member-filters.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { OrderFilters } from '../../tickets/orders/list-orders.manage.ts'

/** A page of a list has at most this many rows. */
const IDS_MAX = 100

const ids = Type.Optional(
  Text(17 * IDS_MAX, {
    pattern: `^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,${IDS_MAX - 1}}$`,
    description: `only these, separated by commas, ${IDS_MAX} at most; without other filters`,
  }),
)

/** What a file can be narrowed by: what its list can be, or by their ids. */
export const selections = {
  orders: Input({ ...OrderFilters.properties, ids }),
  customers: Input({ ...CustomerFilters.properties, ...CustomerSort.properties, ids }),
  members: Input({ ...MemberFilters.properties, ids }),
}
export type Selection = RunFilters & Partial<Static<typeof CustomerSort>> & { ids?: string }

/** Rows that were ticked are named by their ids alone. */
export function requireOneWay({
  ids: named,
  sort_field: _field,
  sort_direction: _direction,
  ...filters
}: Selection): void {
  if (named === undefined || Object.keys(filters).length === 0) return
  const message = 'ids goes without other filters.'
  throw invalidParameters([{ param: 'ids', code: 'parameter_invalid', message }])
}

export type IdPages = { next(db: Db, most: number): Promise<number[]>; isEnd(): boolean }

/** The ids of a selection, page after page in the order of their list: the same that a run over these filters would take. */
export function idPages(orgId: OrgId, kind: TaggedType, { ids: named, ...filters }: Selection): IdPages {
  if (kind === 'customers' && named === undefined) return customerPages(orgId, filters)
  let last: number[] | undefined
  let isEnd = named !== undefined
  return {
    isEnd: () => isEnd,
    next: async (db, most) => {
      if (named !== undefined) return named.split(',').map(Number)
      const page = await findIds[kind](orgId, db, { filters, last, most })
      last = page.last
      isEnd = last === undefined
      return page.ids
    },
  }
}

/** Customers are the one list that can be sorted, and their file is sorted alike. */
function customerPages(orgId: OrgId, filters: Omit<Selection, 'ids'>): IdPages {
  const { sort_field = 'add_date', sort_direction = 'desc' } = filters
  let after: ReturnType<typeof positionAfter> | undefined
  let isEnd = false
  return {
    isEnd: () => isEnd,
    next: async (db, most) => {
      const exactMatch = filters.search === undefined ? undefined : await findCustomerOf(orgId, db, filters.search)
      const sought = { ...filters, sort_field, sort_direction, page_number: 1, limit: most, found: exactMatch }
      const rows = await findCustomers(orgId, db, sought, after).freshPlan()
      isEnd = rows.length <= most
      const page = rows.slice(0, most)
      const last = page.at(-1)
      after = last && positionAfter(sought, last)
      return page.map(({ user_id }) => user_id)
    },
  }
}
