import { spoken } from './load.ts'

/** Of members and their labels. */
export const words = spoken.members
