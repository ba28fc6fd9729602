import { spoken } from './load.ts'

/** Of the closes of drawers. */
export const words = spoken.closes
