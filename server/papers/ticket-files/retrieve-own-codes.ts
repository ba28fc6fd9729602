import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { orderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { rotationOf, TicketRotation } from '../../tickets/tickets/ticket-rotation.ts'
import { TICKETS_A_FILE_MAX } from './tickets-pdf.ts'

const Reply = Type.Object(
  {
    codes: Type.Array(
      Type.Object({
        ticket_id: Type.Integer(),
        barcode: TicketCodeField(),
        rotation: Nullable(TicketRotation),
      }),
      { description: 'of active tickets that were not transferred; 500 at most' },
    ),
  },
  { title: 'OwnCodes' },
)

export const retrieveOwnCodes: Operation<RotationDeps> = (app, { sql, seal, rotation }) =>
  app.get(
    '/v1/storefront/order/codes',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'retrieveOwnCodes',
        summary: 'Retrieve what the buyer’s page shows at the gate',
        description: [
          'By the order’s secret. Where the event’s barcodes rotate, `rotation` has the key by which a page makes the code of the moment without a',
          'network: the barcode, and behind it the digits of a TOTP (RFC 6238).',
        ].join(' '),
        tags: ['Storefront'],
        headers: SecretHeader,
        response: { 200: Reply },
      },
    },
    async ({ orgId, headers }) => {
      const rows = await findCodes(orgId, sql, await orderOfSecret({ sql, seal }, orgId, headers))
      const codes: Static<typeof Reply>['codes'] = []
      for (const { ticket_id, barcode, event_id, rotating_barcodes } of rows) {
        const keys = rotating_barcodes ? await rotation.keysOf(orgId, sql, event_id, barcode) : undefined
        codes.push({ ticket_id, barcode, rotation: keys ? await rotationOf(keys, barcode) : null })
      }
      return { codes }
    },
  )

export const OwnCodeRow = Type.Object({
  ticket_id: Type.Integer(),
  barcode: TicketCodeField(),
  event_id: Type.Integer(),
  rotating_barcodes: Type.Boolean(),
})

const findCodes = (orgId: OrgId, sql: Db, orderId: number) => sql<Static<typeof OwnCodeRow>[]>`
  select t.ticket_id, coalesce(t.barcode, '') as barcode, t.event_id, e.rotating_barcodes
  from tickets t
  join events e on e.org_id = ${orgId} and e.event_id = t.event_id
  where t.org_id = ${orgId}
    and t.order_id = ${orderId}
    and t.ticket_status_id = ${ticketStatus.active}
    and t.barcode is not null
    and not t.transferred
  order by t.ticket_id
  limit ${TICKETS_A_FILE_MAX}`
