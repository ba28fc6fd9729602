import { spoken } from './load.ts'

/** How something stands, by the name that the API has for it. */
export const words = spoken.states
