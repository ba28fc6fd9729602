import type { Operation } from '../operation.ts'
import { confirmSsoLink } from './confirm-link.ts'
import { listSsoOrders } from './list-sso-orders.ts'
import { listSsoTickets } from './list-sso-tickets.ts'
import { ssoProviderOperations } from './manage-sso-providers.ts'
import { removeSsoLink } from './remove-link.ts'
import { requestSsoLink } from './request-link.ts'

export const ssoOperations: Operation[] = [
  listSsoOrders,
  listSsoTickets,
  requestSsoLink,
  confirmSsoLink,
  removeSsoLink,
  ...ssoProviderOperations,
]
