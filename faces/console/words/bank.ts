import { spoken } from './load.ts'

/** Of bank statements, their lines and awaited transfers. */
export const words = spoken.bank
