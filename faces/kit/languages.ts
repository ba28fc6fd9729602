/** What fans are spoken to in: shop, ticket page, mails, files and passes, all of them in all of these. */
export const languages = ['en', 'de', 'es', 'fr', 'nl', 'da'] as const
export type Language = (typeof languages)[number]

/** Each in its own words, for a reader who looks for theirs. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  nl: 'Nederlands',
  da: 'Dansk',
}

/** Which of them such a tag is: `de` of `de-AT`. */
export const spokenOf = (tag: string): Language | undefined =>
  languages.find((language) => language === tag.toLowerCase().split('-')[0])

/** How dates and amounts are written for a reader of that tag: by the customs of its region, else of the organisation's country. */
export function localeOf(tag: string, country: string | undefined): string {
  const locale = new Intl.Locale(tag)
  return country === undefined || locale.region !== undefined
    ? locale.toString()
    : new Intl.Locale(locale, { region: country }).toString()
}
