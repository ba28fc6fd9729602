import { spoken } from './load.ts'

/** Of what is done with many at once. */
export const words = spoken.runs
