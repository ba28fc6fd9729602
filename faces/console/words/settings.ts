import { spoken } from './load.ts'

/** Of the settings. */
export const words = spoken.settings
