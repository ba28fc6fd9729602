import { spoken } from './load.ts'

/** Of the audit log. */
export const words = spoken.audit
