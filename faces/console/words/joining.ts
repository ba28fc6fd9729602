import { spoken } from './load.ts'

/** Of memberships at the counter. */
export const words = spoken.joining
