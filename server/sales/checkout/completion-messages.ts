import type { Message } from '../../messages/webhooks/publish.ts'
import { toCustomer } from '../../people/customers/customer.ts'
import { foldEmail } from '../../platform/values/fold-email.ts'
import { toOrder } from '../orders/order.ts'
import { orderInMessage } from '../orders/order-in-message.ts'
import { toTicket } from '../tickets/ticket.ts'
import type { Sale } from './confirm-orders.ts'
import type { Fan } from './upsert-customers.ts'

/** What a sale tells, in the order in which a receiver can make sense of it: the fan, the order, its tickets. */
export function completionMessages(sales: Sale[], fans: Map<string, Fan>): Message[] {
  const told = new Set<Fan>()
  return sales.flatMap(({ order, tickets }) => {
    const fan = fans.get(foldEmail(order.email_address ?? ''))
    const customer = fan ? toCustomer(fan.row) : null
    const shown = tickets.map(toTicket)
    const messages: Message[] = []
    if (fan?.change && !told.has(fan)) {
      told.add(fan)
      messages.push({ type: fan.change === 'created' ? 'customer.created' : 'customer.updated', data: { customer } })
    }
    const bought = orderInMessage({ ...toOrder(order), tickets: shown })
    messages.push({ type: 'order.completed', data: { fan: customer, order: bought } })
    for (const ticket of shown) messages.push({ type: 'ticket.issued', data: { ticket } })
    return messages
  })
}
