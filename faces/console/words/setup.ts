import { spoken } from './load.ts'

/** Of what is left to do before the first match. */
export const words = spoken.setup
