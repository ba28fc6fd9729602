import { spoken } from './load.ts'

/** Of payouts. */
export const words = spoken.payouts
