import { createOrderNote } from './create-order-note.manage.ts'
import { createSsoSecret } from './create-sso-secret.ts'
import { listEventOrders } from './list-event-orders.ts'
import { listOrderTimeline } from './list-order-timeline.manage.ts'
import { listManagedOrders } from './list-orders.manage.ts'
import { listSsoOrders } from './list-sso-orders.ts'
import { listSsoTickets } from './list-sso-tickets.ts'
import { resendOrder } from './resend-order.manage.ts'
import { retrieveManagedOrder } from './retrieve-order.manage.ts'
import { retrieveOrder } from './retrieve-order.ts'
import { retrieveTicketQr } from './retrieve-ticket-qr.ts'

export const orderOperations = [
  listEventOrders,
  retrieveOrder,
  retrieveTicketQr,
  listManagedOrders,
  retrieveManagedOrder,
  listOrderTimeline,
  createOrderNote,
  resendOrder,
]

/** A fan's own, by the organisation's own sign-in. */
export const fanOrderOperations = [listSsoOrders, listSsoTickets, createSsoSecret]
