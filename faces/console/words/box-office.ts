import { spoken } from './load.ts'

/** Of the counter and its drawers. */
export const words = spoken.boxOffice
