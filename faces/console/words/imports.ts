import { spoken } from './load.ts'

/** Of reading people from a file. */
export const words = spoken.imports
