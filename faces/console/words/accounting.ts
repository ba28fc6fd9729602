import { spoken } from './load.ts'

/** Of the accountant. */
export const words = spoken.accounting
