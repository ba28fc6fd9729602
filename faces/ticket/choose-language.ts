import { spokenOf } from '../kit/languages.ts'

/** The order's language where the page speaks it, else the first of the browser's that it does; with a region, as dates need one. */
export function chooseLanguage(ordered: string | null, preferred: readonly string[]): string {
  const chosen = [ordered ?? '', ...preferred].find(spokenOf) ?? 'en'
  // Bought in German and read on a phone that is set to Austria's: its dates are Austrian.
  return chosen.includes('-') ? chosen : (preferred.find((tag) => spokenOf(tag) === chosen) ?? chosen)
}
