import { spoken } from './load.ts'

/** Of seasons, their matches and their seats. */
export const words = spoken.seasons
