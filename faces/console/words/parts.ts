import { spoken } from './load.ts'

/** Of parts that no first page has: they are loaded with any other page. */
export const words = spoken.parts
