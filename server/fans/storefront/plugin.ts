import { findTickets } from './find-tickets.ts'
import { listMembershipsOnSale } from './list-memberships-on-sale.ts'
import { listProgramme } from './list-programme.ts'
import { retrieveOwnOrder } from './retrieve-own-order.ts'
import { retrieveStorefront } from './retrieve-storefront.ts'

/** What a shop's page asks besides events, prices and baskets. */
export const storefrontOperations = [
  retrieveStorefront,
  listProgramme,
  listMembershipsOnSale,
  retrieveOwnOrder,
  findTickets,
]
