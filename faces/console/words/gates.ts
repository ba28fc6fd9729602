import { spoken } from './load.ts'

/** Of the gates, their devices and the guest list. */
export const words = spoken.gates
