import { spoken } from './load.ts'

/** Of orders, refunds and exchanges. */
export const words = spoken.orders
