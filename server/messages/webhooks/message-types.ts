import type { Scope } from '../../access/scopes.ts'

type Kind = { scope: Scope; sent: string }

/**
 * Everything that an endpoint can subscribe to, with the moment at which it is sent and the scope of what it reports. A message is sent
 * and shown to callers who may read the same object by that scope. The list grows by addition only.
 */
const kinds = {
  'order.created': { scope: 'orders:read', sent: 'A checkout has drafted an order, which is not paid yet.' },
  'order.completed': { scope: 'orders:read', sent: 'An order is confirmed: it is paid, or owed on invoice.' },
  'order.cancelled': { scope: 'orders:read', sent: 'An order is cancelled, and its places are free again.' },
  'order.refunded': { scope: 'orders:read', sent: 'A refund of an order has gone through, in full or in part.' },
  'order.expired': { scope: 'orders:read', sent: 'An order was not paid in time, and its places are free again.' },
  'ticket.issued': { scope: 'orders:read', sent: 'A ticket of a confirmed order exists. Each ticket has a message.' },
  'ticket.scanned': {
    scope: 'scans:read',
    sent: 'A gate has scanned the code of a ticket or member, whatever it decided.',
  },
  'ticket.cancelled': { scope: 'orders:read', sent: 'A ticket is cancelled, and its code opens no gate any more.' },
  'ticket.transferred': {
    scope: 'orders:read',
    sent: 'A ticket has a new holder or a new code. The ticket that it replaces comes with it.',
  },
  'member.created': { scope: 'members:read', sent: 'A member joins, or staff or an import create one.' },
  'member.updated': {
    scope: 'members:read',
    sent: 'Any field of a member changes. It follows each message below, too.',
  },
  'member.fulfilled': { scope: 'members:read', sent: 'A member has been sent what belongs to the membership.' },
  'member.renewed': { scope: 'members:read', sent: 'A membership has a further term.' },
  'member.cancelled': { scope: 'members:read', sent: 'A membership ends before its last day.' },
  'instalment.paid': { scope: 'members:read', sent: 'An instalment of a plan is paid.' },
  'instalment.failed': { scope: 'members:read', sent: 'An attempt to collect an instalment has failed.' },
  'mandate.given': { scope: 'orders:read', sent: 'A payer has given a mandate for direct debits.' },
  'mandate.given_up': { scope: 'orders:read', sent: 'A mandate is given up, so its account is debited no more.' },
  'mandate.failed': { scope: 'orders:read', sent: 'A bank refuses a mandate, so it cannot be debited any more.' },
  'instalment.moved': { scope: 'members:read', sent: 'Staff have moved the due date of an instalment.' },
  'renewal.announced': { scope: 'members:read', sent: 'A member was told of an automatic renewal that is coming.' },
  'renewal.failed': { scope: 'members:read', sent: 'An automatic renewal could not be carried out.' },
  'renewal.stopped': { scope: 'members:read', sent: 'A member or staff have stopped an automatic renewal.' },
  'debt.created': { scope: 'orders:read', sent: 'An order, an instalment or staff have created a debt.' },
  'debt.settled': { scope: 'orders:read', sent: 'Nothing of a debt is open any more.' },
  'debt.overdue': { scope: 'orders:read', sent: 'The due date of a debt has passed and something is still open.' },
  'payment.reversed': { scope: 'orders:read', sent: 'A payment came back: returned, disputed or taken back by staff.' },
  'credit.changed': { scope: 'customers:read', sent: 'A customer’s credit was granted, spent, returned or withdrawn.' },
  'customer.created': { scope: 'customers:read', sent: 'A customer exists: by a purchase, by staff or by an import.' },
  'customer.updated': { scope: 'customers:read', sent: 'A customer changes, is merged or is erased.' },
  'event.created': { scope: 'events:read', sent: 'Staff have created an event, as a draft or live.' },
  'event.updated': { scope: 'events:read', sent: 'An event changes, which includes its status.' },
  'event.cancelled': { scope: 'events:read', sent: 'An event is cancelled.' },
  'event.sold_out': {
    scope: 'events:read',
    sent: 'The last place of an event is sold. Places that baskets hold do not count.',
  },
  'scan.conflict': { scope: 'scans:read', sent: 'Devices without a network have admitted one ticket twice.' },
  'webhook_endpoint.disabled': { scope: 'webhooks:read', sent: 'Another endpoint of yours was disabled.' },
  ping: { scope: 'webhooks:read', sent: 'An endpoint was created, moved or tested. Only that endpoint receives it.' },
} as const satisfies Record<string, Kind>

export type MessageType = keyof typeof kinds

export const messageTypes = Object.keys(kinds) as MessageType[]

export const scopeOfMessage = (type: MessageType): Scope => kinds[type].scope

/** One sentence for developers: what has happened when this message is sent. */
export const momentOfMessage = (type: MessageType): string => kinds[type].sent

/** One that a later version has written, while processes are replaced one by one, belongs to no scope that is known here. */
export const isMessageType = (type: string): type is MessageType => Object.hasOwn(kinds, type)
