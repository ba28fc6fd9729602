import { words } from '../words/states.ts'

/** In words; a kind that is new to this page as the API names it. */
export const mailTitle = (kind: string): string => words[kind] ?? kind.replaceAll('_', ' ')
