import { type Static, Type } from 'typebox'
import { CustomerParams, customerResource, userIdOf } from '../../people/customers/customer-resource.ts'
import { claimUnpaidOrders, forgetAddress, forgetCustomer } from '../../people/customers/forget-customer.ts'
import { lockCustomers } from '../../people/customers/lock-customers.ts'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { endUnpaidMemberships } from './end-unpaid-memberships.ts'
import { lockOpenItems, requireRightToSettle, settleOpenItems } from './settle-open-items.ts'

const Body = Input({
  owed_by_customer: OneOf(['settle_first', 'write_off'], {
    default: 'settle_first',
    description:
      'what becomes of what they owe: settle_first: the customer is not erased before it is paid; write_off: it is given up',
  }),
  owed_to_customer: OneOf(['settle_first', 'pay_out', 'write_off'], {
    default: 'settle_first',
    description:
      'what becomes of what the organisation owes them: settle_first: the customer is not erased before it is handed back; pay_out: it is ' +
      'handed back with this, all of it, as payment_method and reference say; write_off: they do without it, and the money stays',
  }),
  payment_method: OneOf(['cash', 'transfer'], { default: 'transfer', description: 'of pay_out' }),
  reference: Type.Optional(Nullable(Text(255, { description: 'of the transfer; pay_out by transfer has one' }))),
  credit: OneOf(['settle_first', 'withdraw'], {
    default: 'settle_first',
    description:
      'what becomes of their credit: settle_first: the customer is not erased while there is any; withdraw: it is taken away',
  }),
  reason: Type.Optional(Nullable(Text(500, { description: 'of what is written off or withdrawn' }))),
})
export type EraseBody = Static<typeof Body>

export const eraseCustomer: Operation = (app, deps) =>
  app.post(
    `${customerResource.itemPath}/erase`,
    {
      config: { scope: 'customers:manage', needsProof: true, effects: ['erased', 'owed_less', 'money_out'] },
      schema: {
        operationId: 'eraseCustomer',
        summary: 'Erase a customer',
        description:
          'Forgets the person for good: name, addresses, numbers and answers go from the customer, their members, orders and tickets, and tickets that were passed on to them; those that they passed on keep their holder. ' +
          'Amounts, tickets and scans stay, with no person behind them; an order that is still being paid forgets them when it ' +
          'expires. A customer who owes money, is owed some or has credit is refused with customer_has_open_items and the sums, unless the ' +
          'request says what becomes of it, which needs the scope debts:manage. Memberships that are not paid end. Messages already written ' +
          'keep their text until they are purged after 30 days. Cannot be undone; export first.',
        tags: [customerResource.tag],
        params: CustomerParams,
        body: Body,
        response: { 200: customerResource.schema },
      },
    },
    (request, reply) => {
      const { body, params } = request
      requireRightToSettle(request, body)
      return inChange(customerResource, deps, request, reply, async (at) => {
        const userId = await userIdOf(at.orgId, at.tx, params.customer_id)
        const lockedDebts = await lockOpenItems(at, userId)
        await forgetAddress(at, userId)
        await claimUnpaidOrders(at, userId, await lockCustomers(at, [userId]))
        await endUnpaidMemberships(at, userId)
        await settleOpenItems(at, userId, lockedDebts, body)
        return forgetCustomer(at, userId)
      })
    },
  )
