import { spoken } from './load.ts'

/** Of takings and reconciliation. */
export const words = spoken.money
