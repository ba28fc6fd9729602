import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Credential } from '../../platform/http/guarded-fields.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { qrPng, qrSvg } from '../tickets/qr-code.ts'
import type { RotationDeps, RotationKeys } from '../tickets/rotation-keys.ts'
import { codeOfMoment } from '../tickets/ticket-rotation.ts'
import { type OrderKey, orderIdIn } from './order-id.ts'

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
  ticket_id: Id(),
})
const Query = Input({
  format: Type.Optional(OneOf(['svg', 'png'], { description: 'without it, what Accept asks for; else svg' })),
})

const image = {
  description: 'The barcode as a QR code',
  content: { 'image/svg+xml': { schema: { type: 'string' } }, 'image/png': { schema: { type: 'string' } } },
}

export const retrieveTicketQr: Operation<RotationDeps> = (app, { sql, clock, rotation }) =>
  app.get(
    '/v1/orders/:order_id/tickets/:ticket_id/qr',
    {
      config: { scope: 'orders:read', shows: 'codes:read', mayConflict: true },
      schema: {
        operationId: 'retrieveTicketQr',
        summary: 'Retrieve the QR code of a ticket',
        description: [
          'Only an active ticket has one, since no other is let in. Where the event’s barcodes rotate, it is the code of',
          'the moment, for a screen: the gates take it for less than a minute. Needs the scope codes:read besides.',
        ].join(' '),
        tags: ['Tickets'],
        params: Params,
        querystring: Query,
        response: { 200: image },
      },
    },
    async ({ orgId, params, query, headers }, reply) => {
      const [ticket] = await findBarcode(orgId, sql, orderIdIn(params.order_id), params.ticket_id)
      if (!ticket) throw new ApiError('resource_missing')
      if (ticket.ticket_status_id !== ACTIVE || ticket.barcode === null) {
        throw new ApiError('state_conflict', { message: 'The ticket is not active, so it has no QR code.' })
      }
      const signed = ticket.barcode
      const keys = ticket.rotating_barcodes ? await rotation.keysOf(orgId, sql, ticket.event_id, signed) : NO_KEYS
      const barcode = await codeOfMoment(keys, signed, clock(orgId))
      const png = (query.format ?? formatFor(headers.accept)) === 'png'
      // Same address, other content: a cache on the way must not mix them up.
      reply.header('vary', 'Accept').type(png ? 'image/png' : 'image/svg+xml')
      return reply.send(png ? await qrPng(barcode) : await qrSvg(barcode))
    },
  )

const ACTIVE = 1
const NO_KEYS: RotationKeys = new Map()

/** PNG for a caller that names PNG and not SVG; a browser names both, or anything. */
export const formatFor = (accept = ''): 'svg' | 'png' =>
  accept.includes('image/png') && !accept.includes('image/svg+xml') ? 'png' : 'svg'

const findBarcode = (orgId: OrgId, sql: Db, { order_id = 0, order_uuid }: OrderKey, ticketId: number) => sql<
  { barcode: Credential | null; ticket_status_id: number; event_id: number; rotating_barcodes: boolean }[]
>`
  select t.barcode, t.ticket_status_id, t.event_id, e.rotating_barcodes
  from tickets t
  join events e on e.org_id = ${orgId} and e.event_id = t.event_id
  join orders o on o.org_id = t.org_id and o.order_id = t.order_id
  where t.org_id = ${orgId}
    and o.org_id = ${orgId}
    ${order_uuid === undefined ? sql`and o.order_id = ${order_id}` : sql`and o.order_uuid = ${order_uuid}`}
    and t.ticket_id = ${ticketId}`
