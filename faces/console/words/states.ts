import { spoken } from './load.ts'

/** How something stands and what a mail tells, by the name that the API has for it. */
export const words: Readonly<Record<string, string | undefined>> = spoken.states
