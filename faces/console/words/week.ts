import { spoken } from './load.ts'

/** Of what is done with orders and refunds in a week. */
export const words = spoken.week
