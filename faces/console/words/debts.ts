import { spoken } from './load.ts'

/** Of open items and credit. */
export const words = spoken.debts
