import { spoken } from './load.ts'

/** Of what programs of the club use: keys, webhooks, sign-on, and the audit log. */
export const words = spoken.programs
