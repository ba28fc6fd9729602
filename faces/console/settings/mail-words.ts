import { languageNames } from '../../kit/languages.ts'

export const LANGUAGES = languageNames
export type Language = keyof typeof LANGUAGES
