import type { Scope } from '../../access/scopes.ts'

/**
 * Everything that an endpoint can subscribe to, each with the scope of what it tells about: a message is shown and sent to
 * whom the same would be shown when they ask for it. Grows by addition only.
 */
export const scopeOfMessage = {
  'order.created': 'orders:read',
  'order.completed': 'orders:read',
  'order.cancelled': 'orders:read',
  'order.refunded': 'orders:read',
  'order.expired': 'orders:read',
  'ticket.issued': 'orders:read',
  'ticket.scanned': 'scans:read',
  'ticket.cancelled': 'orders:read',
  'ticket.transferred': 'orders:read',
  'member.created': 'members:read',
  'member.updated': 'members:read',
  'member.fulfilled': 'members:read',
  'member.renewed': 'members:read',
  'member.cancelled': 'members:read',
  'instalment.paid': 'members:read',
  'instalment.failed': 'members:read',
  'mandate.given': 'orders:read',
  'mandate.given_up': 'orders:read',
  'mandate.failed': 'orders:read',
  'instalment.moved': 'members:read',
  'renewal.announced': 'members:read',
  'renewal.failed': 'members:read',
  'renewal.stopped': 'members:read',
  'debt.created': 'orders:read',
  'debt.settled': 'orders:read',
  'debt.overdue': 'orders:read',
  'payment.reversed': 'orders:read',
  'credit.changed': 'customers:read',
  'customer.created': 'customers:read',
  'customer.updated': 'customers:read',
  'event.created': 'events:read',
  'event.updated': 'events:read',
  'event.cancelled': 'events:read',
  'event.sold_out': 'events:read',
  'scan.conflict': 'scans:read',
  'webhook_endpoint.disabled': 'webhooks:read',
  ping: 'webhooks:read',
} as const satisfies Record<string, Scope>

export type MessageType = keyof typeof scopeOfMessage

export const messageTypes = Object.keys(scopeOfMessage) as MessageType[]

/** One that a later version has written, while processes are replaced one by one, belongs to no scope that is known here. */
export const isMessageType = (type: string): type is MessageType => Object.hasOwn(scopeOfMessage, type)
