import { words } from '../words/states.ts'

/** How something stands, in the reader's words; a state that is new to us as the API names it. */
export const stateTitle = (state: string): string => words[state] ?? state.replaceAll('_', ' ')
