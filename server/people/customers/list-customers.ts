import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts'
import { Cursor, microseconds, NextCursor, refuseTwoWaysOfPaging } from '../../platform/http/keyset.ts'
import { Limit, ListOf, likeNeedle, PageNumber, pageOf, Search } from '../../platform/http/lists.ts'
import { Id, Input, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { TagField } from '../../resources/fields.ts'
import { customerColumns, TaggedCustomer, TaggedCustomerRow, toTaggedCustomer } from './customer.ts'
import { columnOf, isTimeField, type Position, rangesAfter, sortColumns, sortFields } from './customer-order.ts'
import { findCustomerOf } from './search-customers.ts'

/** What the list can be narrowed by. */
export const CustomerFilters = Input({
  search: Type.Optional(Search),
  updated_since: Type.Optional(UnixSeconds({ description: 'only customers updated after this Unix time' })),
  user_id: Type.Optional(Id({ description: 'only this one' })),
  tag: Type.Optional(TagField),
})

export const CustomerSort = Input({
  sort_direction: OneOf(['asc', 'desc'], { default: 'desc' }),
  sort_field: OneOf([...sortFields], { default: 'add_date' }),
})

const Query = Input({
  page_number: PageNumber,
  limit: Limit(100, 20),
  ...CustomerFilters.properties,
  ...CustomerSort.properties,
  cursor: Cursor,
})
type Query = Static<typeof Query>

const Reply = ListOf('customers', TaggedCustomer, { org_id: Type.String(), next_cursor: NextCursor })

export const ListedCustomerRow = Type.Object({ ...TaggedCustomerRow.properties, microseconds: Type.Integer() })
type ListedCustomerRow = Static<typeof ListedCustomerRow>

export const listCustomers: Operation = (app, { sql }) =>
  app.get(
    '/v1/customers',
    {
      config: { scope: 'customers:read' },
      schema: {
        operationId: 'listCustomers',
        summary: 'List all customers',
        description: [
          '`search` matches name, e-mail address, mobile number and org_customer_id; a whole address only the customer who has it.',
          'A full synchronisation goes by `next_cursor`: its pages cost the same however deep they are, and with the',
          'default order no customer is skipped or repeated.',
        ].join(' '),
        tags: ['Customers'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      refuseTwoWaysOfPaging(query)
      const after = positionIn(query)
      const exactMatch = query.search === undefined ? undefined : await findCustomerOf(orgId, sql, query.search)
      const rows = await findCustomers(orgId, sql, { ...query, found: exactMatch }, after).freshPlan()
      const { has_more, page } = pageOf([...rows], query.limit)
      const last = page.at(-1)
      return {
        object: 'customers',
        url: '/v1/customers',
        has_more,
        org_id: String(orgId),
        next_cursor: has_more && last ? cursorAfter(query, last) : null,
        data: page.map(toTaggedCustomer),
      }
    },
  )

const boundTo = ({ search, sort_direction, sort_field, updated_since, user_id, tag }: Query) => {
  return { list: 'customers', search, sort_direction, sort_field, updated_since, user_id, tag }
}

/** A text may be missing, so the cursor has whether the customer has one, and then what it is. */
function cursorAfter(q: Query, row: ListedCustomerRow): string {
  if (isTimeField(q.sort_field)) return encodeCursor(boundTo(q), [row.microseconds, row.user_id])
  const text = row[q.sort_field]
  return encodeCursor(boundTo(q), [text === null ? 0 : 1, text ?? '', row.user_id])
}

function positionIn(q: Query): Position | undefined {
  if (q.cursor === undefined) return undefined
  if (isTimeField(q.sort_field)) {
    const [value = 0, userId] = decodeCursor(q.cursor, boundTo(q), ['number', 'number'])
    return { value, userId: Number(userId) }
  }
  const [hasValue, text = '', userId] = decodeCursor(q.cursor, boundTo(q), ['number', 'string', 'number'])
  return { value: hasValue === 0 ? null : text, userId: Number(userId) }
}

/** Where the list goes on behind this customer. */
export const positionAfter = ({ sort_field: field }: Pick<Query, 'sort_field'>, row: ListedCustomerRow): Position => ({
  value: isTimeField(field) ? row.microseconds : row[field],
  userId: row.user_id,
})

/** `found` is the one customer that the search is for. */
type Sought = Query & { found?: number | undefined }

/** The page is found along the index before its rows are read, so that what it leaves behind costs as little as can be. */
export const findCustomers = (orgId: OrgId, sql: Db, q: Sought, after?: Position) => sql<ListedCustomerRow[]>`
  select ${customerColumns(sql)}, tags, ${microseconds(sql, isTimeField(q.sort_field) ? columnOf(q) : 'created_at')} as microseconds
  from customers
  where org_id = ${orgId}
    and user_id = any (array(${pageIds(orgId, sql, q, after)}))
  order by ${sortColumns(sql, q)}`

function pageIds(orgId: OrgId, sql: Db, q: Sought, after: Position | undefined) {
  const ranges = after ? rangesAfter(sql, q, after) : [sql``]
  const [first = sql``, second] = ranges.map((range) => customersIn(orgId, sql, q, range))
  if (!second) return sql`select user_id from (${first}) page`
  return sql`
    select user_id
    from ((${first}) union all (${second})) page
    order by ${sortColumns(sql, q)}
    limit ${q.limit + 1}`
}

const customersIn = (orgId: OrgId, sql: Db, q: Sought, range: ReturnType<typeof sortColumns>) => sql`
      select user_id, ${sql(columnOf(q))}
      from customers
      where org_id = ${orgId}
        ${when(sql, q.updated_since, (unix) => sql`and changed_at > to_timestamp(${unix})`)}
        ${when(sql, q.user_id, (id) => sql`and user_id = ${id}`)}
        ${when(sql, q.tag, (tag) => sql`and tags @> array[${tag}]::text[] and tags <> '{}'`)}
        ${when(sql, q.search, (search) => (q.found === undefined ? sql`and search_text like lower(${likeNeedle(search)})` : sql`and user_id = ${q.found}`))}
        ${range}
      order by ${sortColumns(sql, q)}
      limit ${q.limit + 1}
      offset ${(q.page_number - 1) * q.limit}`
