import { spoken } from './load.ts'

/** Of Today. */
export const words = spoken.today
