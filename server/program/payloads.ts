import { type TSchema, Type } from 'typebox'
import { MembershipRenewal } from '../checkout/renewals/renewal.ts'
import { ScanConflict } from '../gates/scan-log/scan-conflict.ts'
import { LoggedScan, NullableObject } from '../gates/scans/gate-scan.ts'
import { Instalment } from '../ledger/instalments/instalment.ts'
import { Credit } from '../ledger/ledger/credit.ts'
import { Debt } from '../ledger/ledger/debt.ts'
import { PaymentReversal } from '../ledger/ledger/payment-reversal.ts'
import { Refund } from '../ledger/refunds/refund.ts'
import { WebhookEndpoint } from '../messages/webhooks/endpoint.ts'
import { type MessageType, messageTypes } from '../messages/webhooks/message-types.ts'
import type { MessageFields } from '../messages/webhooks/shown-messages.ts'
import { Customer } from '../people/customers/customer.ts'
import { Mandate } from '../people/mandates/mandate.ts'
import { Member } from '../people/members/member.ts'
import { guardedFieldsOf } from '../platform/http/guarded-fields.ts'
import { Event } from '../programme/events/event.ts'
import { Order, OrderInMessage } from '../tickets/orders/order.ts'
import { Ticket } from '../tickets/tickets/ticket.ts'

const order = { order: OrderInMessage }
const ticket = { ticket: Ticket }
const member = { member: Member }
const instalment = { instalment: Instalment }
const mandate = { mandate: Mandate }
const renewal = { renewal: MembershipRenewal }
const customer = { customer: Customer }
const event = { event: Event }

/** What the `data` of a message of each type holds. A fan is null where the buyer gave no address. */
export const payloads: Record<MessageType, Record<string, TSchema>> = {
  'order.created': { order: Order },
  'order.completed': { fan: NullableObject(Customer), ...order },
  'order.cancelled': order,
  'order.refunded': { ...order, refund: Refund },
  'order.expired': { order: Order },
  'ticket.issued': ticket,
  'ticket.scanned': { scan: LoggedScan },
  'ticket.cancelled': ticket,
  'ticket.transferred': { ...ticket, replaced_ticket: Ticket },
  'member.created': member,
  'member.updated': member,
  'member.fulfilled': member,
  'member.renewed': member,
  'member.cancelled': member,
  'instalment.paid': instalment,
  'instalment.failed': instalment,
  'mandate.given': mandate,
  'mandate.given_up': mandate,
  'mandate.failed': mandate,
  'instalment.moved': instalment,
  'renewal.announced': renewal,
  'renewal.failed': renewal,
  'renewal.stopped': renewal,
  'debt.created': { debt: Debt },
  'debt.settled': { debt: Debt },
  'debt.overdue': { debt: Debt },
  'payment.reversed': { payment_reversal: PaymentReversal },
  'credit.changed': {
    credit: Credit,
    entry: Type.Object({ kind: Type.String(), amount: Type.Number() }, { title: 'ChangeOfCredit' }),
  },
  'customer.created': customer,
  'customer.updated': customer,
  'event.created': event,
  'event.updated': event,
  'event.cancelled': event,
  'event.sold_out': {
    event: Type.Object({ event_id: Type.String(), title: Type.String() }, { title: 'SoldOutEvent' }),
  },
  'scan.conflict': { scan_conflict: ScanConflict },
  'webhook_endpoint.disabled': { webhook_endpoint: WebhookEndpoint },
  ping: { webhook_endpoint_id: Type.Integer() },
}

/** What of it is for those alone who have the scope of a field. */
export const messageFields: MessageFields = new Map(
  messageTypes.flatMap((type) => {
    const fields = guardedFieldsOf(Type.Object(payloads[type]))
    return fields ? [[type, fields] as const] : []
  }),
)

/** A message as a receiver gets it. */
export const messageSchema = (type: MessageType): TSchema =>
  Type.Object({
    type: Type.Literal(type),
    timestamp: Type.String({ format: 'date-time' }),
    org_id: Type.String(),
    sequence: Type.Integer({ description: 'increases with every message of the organisation' }),
    data: Type.Object(payloads[type]),
  })
