export const languages = ['en', 'de', 'es'] as const
export type Language = (typeof languages)[number]

/** What the page speaks of such a tag: `de` of `de-AT`. */
export const spokenOf = (tag: string): Language | undefined =>
  languages.find((language) => language === tag.toLowerCase().split('-')[0])

/** The order's language where the page speaks it, else the first of the browser's that it does; with a region, as dates need one. */
export function chooseLanguage(ordered: string | null, preferred: readonly string[]): string {
  const chosen = [ordered ?? '', ...preferred].find(spokenOf) ?? 'en'
  // Bought in German and read on a phone that is set to Austria's: its dates are Austrian.
  return chosen.includes('-') ? chosen : (preferred.find((tag) => spokenOf(tag) === chosen) ?? chosen)
}
