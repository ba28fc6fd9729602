import { spoken } from './load.ts'

/** Of pictures that are uploaded. */
export const words = spoken.pictures
