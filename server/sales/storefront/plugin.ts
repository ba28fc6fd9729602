import { findTickets } from './find-tickets.ts'
import { listProgramme } from './list-programme.ts'
import { retrieveOwnOrder } from './retrieve-own-order.ts'
import { retrieveStorefront } from './retrieve-storefront.ts'

/** What a shop's page asks besides events, prices and baskets. */
export const storefrontOperations = [retrieveStorefront, listProgramme, retrieveOwnOrder, findTickets]
