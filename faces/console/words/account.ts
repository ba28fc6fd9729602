import { spoken } from './load.ts'

/** Of signing in and of one's own account. */
export const words = spoken.account
