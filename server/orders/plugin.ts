import type { Operation } from '../operation.ts'
import { listEventOrders } from './list-event-orders.ts'
import { listManagedOrders } from './manage-list-orders.ts'
import { resendOrder } from './manage-resend-order.ts'
import { retrieveManagedOrder } from './manage-retrieve-order.ts'
import { retrieveOrder } from './retrieve-order.ts'
import { retrieveTicketQr } from './retrieve-ticket-qr.ts'

export const orderOperations: Operation[] = [
  listEventOrders,
  retrieveOrder,
  retrieveTicketQr,
  listManagedOrders,
  retrieveManagedOrder,
  resendOrder,
]
