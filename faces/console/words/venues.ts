import { spoken } from './load.ts'

/** Of venues, gates and seat maps. */
export const words = spoken.venues
