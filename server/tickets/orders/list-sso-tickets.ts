import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { identify, isOrderOf, readLinked, TokenHeader } from '../../people/sso/identify.ts'
import type { Identity, SsoDeps } from '../../people/sso/verify-token.ts'
import { TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { selectTickets, type TicketRow } from '../tickets/ticket.ts'

const text = () => Nullable(Type.String())

export const SsoTicket = Type.Object(
  {
    ticket_id: Type.Integer(),
    ticket_status_id: Type.Integer({ description: '1 active' }),
    barcode: Nullable(TicketCodeField()),
    price: Type.Number({ description: 'major unit of the currency' }),
    fees: Type.Number({ description: 'service fee plus service tax' }),
    price_title: Type.String(),
    ticket_name: text(),
    section_label: text(),
    sub_section_title: text(),
    seat_level: text(),
    seat_aisle: text(),
    seat_row: text(),
    seat_title: text(),
  },
  { title: 'SsoTicket' },
)
const List = Type.Object({
  object: Type.Unsafe<string>({ type: 'string', const: 'sso_tickets', description: 'the kind of the items' }),
  data: Type.Array(SsoTicket),
})
/** As long as the router lets it be: what is no id at all has no tickets, like what is another customer's. */
const Params = Input({ order_id: Text(500, { description: 'order_id or order_uuid' }) })

const TICKETS_MAX = 10_000

export const listSsoTickets: Operation<SsoDeps> = (app, deps) =>
  app.get(
    '/v1/sso/orders/:order_id/tickets',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'listSsoTickets',
        summary: 'List the active tickets in one of the signed-in fan’s orders',
        description:
          'In the order of their seats, without those that were transferred to another holder. An order that is not the fan’s has none.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        params: Params,
        response: { 200: List },
      },
    },
    async (request) => {
      const { orgId, params } = request
      const identity = await identify(request, deps)
      const rows = await readLinked(orgId, deps, identity, () =>
        findSsoTickets(orgId, deps.sql, identity, params.order_id),
      )
      return { object: 'sso_tickets', data: rows.map(toSsoTicket) }
    },
  )

/** Digits beyond the ids that there can be are no order, and must not become an error of the database. */
const INTEGER = /^[0-9]{1,15}$/
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

async function findSsoTickets(orgId: OrgId, sql: Db, identity: Identity, order: string): Promise<TicketRow[]> {
  if (!INTEGER.test(order) && !UUID.test(order)) return []
  return sql<TicketRow[]>`
    ${selectTickets(orgId, sql)}
    join orders o on o.org_id = t.org_id and o.order_id = t.order_id
    where t.org_id = ${orgId}
      and o.org_id = ${orgId}
      and ${INTEGER.test(order) ? sql`o.order_id = ${Number(order)}` : sql`o.order_uuid = ${order}`}
      and ${isOrderOf(sql, orgId, identity)}
      and o.order_status = 'confirmed'
      and t.ticket_status_id = ${ticketStatus.active}
      and not t.transferred
    order by ss.order_by, ss.seat_section_id, s.row_position, s.seat_position, t.ticket_id
    limit ${TICKETS_MAX}`
}

const toSsoTicket = (row: TicketRow) =>
  ({
    ticket_id: row.ticket_id,
    ticket_status_id: row.ticket_status_id,
    barcode: row.barcode,
    price: toMajor(row.price_minor, row.currency),
    fees: toMajor(row.service_fee_minor + row.service_tax_minor, row.currency),
    price_title: row.price_title,
    ticket_name: row.ticket_name,
    section_label: row.section_label,
    sub_section_title: row.sub_section_title,
    seat_level: row.seat_level,
    seat_aisle: row.seat_aisle,
    seat_row: row.seat_row,
    seat_title: row.seat_title,
  }) satisfies Static<typeof SsoTicket>
