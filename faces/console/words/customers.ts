import { spoken } from './load.ts'

/** Of customers. */
export const words = spoken.customers
