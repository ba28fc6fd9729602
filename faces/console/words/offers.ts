import { spoken } from './load.ts'

/** Of publishing, and of what an event, a category and a price can be set to. */
export const words = spoken.offers
