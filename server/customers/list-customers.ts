import { type Static, Type } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import { type Db, when } from '../kit/database.ts'
import { Limit, ListOf, likeNeedle, PageNumber, pageOf, Search } from '../kit/lists.ts'
import { Input, OneOf, UnixSeconds } from '../kit/schema.ts'
import type { Operation } from '../operation.ts'
import { Customer, type CustomerRow, customerColumns, toCustomer } from './customer.ts'

const Query = Input({
  page_number: PageNumber,
  limit: Limit(100, 20),
  search: Type.Optional(Search),
  sort_direction: OneOf(['asc', 'desc'], { default: 'desc' }),
  sort_field: OneOf(['add_date', 'updated_at', 'first_name', 'last_name', 'email_address'], { default: 'add_date' }),
  updated_since: Type.Optional(UnixSeconds({ description: 'only customers updated after this Unix time' })),
})

const Reply = ListOf('customers', Customer, { org_id: Type.String() })

export const listCustomers: Operation = (app, { sql }) =>
  app.get(
    '/v1/customers',
    {
      config: { scope: 'customers:read' },
      schema: {
        operationId: 'listCustomers',
        summary: 'List all customers',
        description: '`search` matches name, e-mail address, mobile number and org_customer_id.',
        tags: ['Customers'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      const rows = await findCustomers(orgId, sql, query)
      const { has_more, page } = pageOf(rows, query.limit)
      return { object: 'customers', url: '/v1/customers', has_more, org_id: String(orgId), data: page.map(toCustomer) }
    },
  )

export const findCustomers = (orgId: OrgId, sql: Db, q: Static<typeof Query>) => sql<CustomerRow[]>`
  select ${customerColumns(sql)}
  from customers
  where org_id = ${orgId}
    ${when(sql, q.updated_since, (unix) => sql`and changed_at > to_timestamp(${unix})`)}
    ${when(sql, q.search, (search) => sql`and search_text like lower(${likeNeedle(search)})`)}
  order by ${sortColumns(sql, q)}
  limit ${q.limit + 1}
  offset ${(q.page_number - 1) * q.limit}`

/** Both columns run the same way, so that one index serves either direction. */
function sortColumns(sql: Db, { sort_field, sort_direction }: Static<typeof Query>) {
  const column = { add_date: 'created_at', updated_at: 'changed_at' }[sort_field as string] ?? sort_field
  return sort_direction === 'asc'
    ? sql`${sql(column)} asc nulls last, user_id asc`
    : sql`${sql(column)} desc nulls first, user_id desc`
}
