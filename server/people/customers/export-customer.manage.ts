import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { TableRow } from '../../resources/resource.ts'
import { TaggedCustomer, toTaggedCustomer } from './customer.ts'
import { CustomerParams, customerResource } from './customer-resource.ts'
import { findCustomer } from './retrieve-customer.ts'

const Rows = Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }))

const Export = Type.Object(
  { customer: TaggedCustomer, members: Rows, orders: Rows, tickets: Rows, scans: Rows, sso_identities: Rows },
  { title: 'CustomerExport' },
)

/** More than any one person has; a bound all the same. */
const ROWS_MAX = 10_000

export const exportCustomer: Operation = (app, { sql }) =>
  app.get(
    `${customerResource.itemPath}/export`,
    {
      config: { scope: 'customers:manage', shows: 'nothing', needsProof: true, effects: ['data_out'] },
      schema: {
        operationId: 'exportCustomer',
        summary: 'Export everything about a customer',
        description:
          'The customer, their members, orders, tickets, scans and sign-on identities as JSON: what a person may ask to be given.',
        tags: [customerResource.tag],
        params: CustomerParams,
        response: { 200: Export },
      },
    },
    async ({ orgId, params }) => {
      const [row] = await findCustomer(orgId, sql, params.customer_id)
      if (!row) throw new ApiError('resource_missing')
      const [members, orders, tickets, scans, identities] = await sql.readLong((tx) =>
        Promise.all([
          membersOf(orgId, tx, row.user_id),
          ordersOf(orgId, tx, row.user_id),
          ticketsOf(orgId, tx, row.user_id),
          scansOf(orgId, tx, row.user_id),
          identitiesOf(orgId, tx, row.user_id),
        ]),
      )
      return {
        customer: toTaggedCustomer(row),
        members: members.map(toExport),
        orders: orders.map(toExport),
        tickets: tickets.map(toExport),
        scans: scans.map(toExport),
        sso_identities: identities.map(toExport),
      }
    },
  )

/** Times, ids and amounts as the rest of the API writes them. */
const toExport = (row: TableRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name.replace(/_at$/, ''), unixSeconds(value)]
      if (name.endsWith('_minor')) return [name.replace(/_minor$/, ''), toMajor(Number(value), String(row.currency))]
      return [name, name === 'event_id' && value !== null ? String(value) : value]
    }),
  )

const membersOf = (orgId: OrgId, sql: Db, userId: number) => sql<TableRow[]>`
  select membership_member_id, member_number, person_id, membership_type_id, membership_member_status_id, first_name,
    last_name, date_of_birth::text as date_of_birth, gender, company_name, address, address2, suburb, state, postcode, country_id, mobile_number,
    email_address, marketing_emails, expires, created_at, changed_at
  from members
  where org_id = ${orgId}
    and user_id = ${userId}
  order by membership_member_id
  limit ${ROWS_MAX}`

const ordersOf = (orgId: OrgId, sql: Db, userId: number) => sql<TableRow[]>`
  select order_id, order_uuid, event_id, order_status, first_name, last_name, email_address, mobile_number, postcode,
    country_id, marketing_opt_in, currency, transaction_fee_minor, total_minor, refunded_minor, payment_method, answers, created_at, changed_at
  from orders
  where org_id = ${orgId}
    and user_id = ${userId}
  order by order_id
  limit ${ROWS_MAX}`

const ticketsOf = (orgId: OrgId, sql: Db, userId: number) => sql<TableRow[]>`
  select t.ticket_id, t.order_id, t.event_id, t.price_id, t.ticket_status_id, t.ticket_name, t.email_address, t.answers, t.created_at
  from tickets t
  join orders o using (org_id, order_id)
  where t.org_id = ${orgId}
    and o.org_id = ${orgId}
    and o.user_id = ${userId}
  order by t.ticket_id
  limit ${ROWS_MAX}`

const identitiesOf = (orgId: OrgId, sql: Db, userId: number) => sql<TableRow[]>`
  select issuer, subject, linked_by, created_at
  from sso_identities
  where org_id = ${orgId}
    and user_id = ${userId}
  order by issuer, subject
  limit ${ROWS_MAX}`

const scansOf = (orgId: OrgId, sql: Db, userId: number) => sql<TableRow[]>`
  select s.scan_id, s.event_id, s.gate_id, s.ticket_id, s.membership_member_id, s.direction, s.result, s.scanned_at
  from scans s
  where s.org_id = ${orgId}
    and (
      s.ticket_id in (
        select t.ticket_id
        from tickets t
        join orders o using (org_id, order_id)
        where t.org_id = ${orgId}
          and o.org_id = ${orgId}
          and o.user_id = ${userId}
      )
      or s.membership_member_id in (
        select membership_member_id
        from members
        where org_id = ${orgId}
          and user_id = ${userId}
      )
    )
  order by s.scan_id
  limit ${ROWS_MAX}`
