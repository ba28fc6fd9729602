import { spoken } from './load.ts'

/** Of events, their prices and questions. */
export const words = spoken.events
