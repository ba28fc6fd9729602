/** A language tag as BCP 47 spells it, `de-at` as `de-AT`; undefined for what is none. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
