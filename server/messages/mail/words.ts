import { LRUCache } from 'lru-cache'
import { currencyExponent } from '../../platform/values/money.ts'
import de from './catalogue/de.json' with { type: 'json' }
import en from './catalogue/en.json' with { type: 'json' }
import es from './catalogue/es.json' with { type: 'json' }

/** All that mails say in one language. English is the pattern: a test holds the others to its names and placeholders. */
export type Catalogue = typeof en

const catalogues: Record<string, Catalogue> = { en, de, es }
export const mailLanguages = Object.keys(catalogues)

/** The words of a language: de-AT speaks de, and a reader of a language without a catalogue gets English. */
export function catalogueOf(language: string): { language: string; words: Catalogue } {
  for (let tag = language; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const words = catalogues[tag.toLowerCase()]
    if (words) return { language: tag, words }
  }
  return { language: 'en', words: en }
}

const PLACEHOLDER = /\{([a-z_]+)\}/g
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** What a value holds is never read for placeholders again. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)

/** Formatters are dear to make, and a worker needs the same few again and again. */
const formatters = new LRUCache<string, object>({ max: 500 })
function cachedFormatter<T extends object>(key: string, make: () => T): T {
  const known = formatters.get(key)
  if (known) return known as T
  const formatter = make()
  formatters.set(key, formatter)
  return formatter
}

/** Dates, amounts and plurals as one reader expects them: in the language of the words, by the customs of the country. */
export type Speech = ReturnType<typeof speechOf>

export function speechOf(wanted: string, country: string) {
  const { language, words } = catalogueOf(wanted)
  const tag = new Intl.Locale(wanted.toLowerCase().startsWith(language.toLowerCase()) ? wanted : language)
  const locale = (tag.region === undefined ? new Intl.Locale(tag, { region: country }) : tag).toString()
  const dates = (style: Intl.DateTimeFormatOptions) =>
    cachedFormatter(`d ${locale} ${JSON.stringify(style)}`, () => new Intl.DateTimeFormat(locale, style))
  return {
    language,
    words,
    count(forms: Record<string, string>, count: number): string {
      const rules = cachedFormatter(`p ${locale}`, () => new Intl.PluralRules(locale))
      const number = cachedFormatter(`n ${locale}`, () => new Intl.NumberFormat(locale)).format(count)
      return fill(forms[rules.select(count)] ?? forms.other ?? '', { count: number })
    },
    money(minor: number, currency: string): string {
      const digits = currencyExponent(currency)
      const format = cachedFormatter(`m ${locale} ${currency}`, () => {
        const options = {
          style: 'currency',
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        } as const
        return new Intl.NumberFormat(locale, options)
      })
      return format.format(minor / 10 ** digits)
    },
    date: (at: Date, timeZone: string) => dates({ dateStyle: 'long', timeZone }).format(at),
    dateTime: (at: Date, timeZone: string) => dates({ dateStyle: 'full', timeStyle: 'short', timeZone }).format(at),
    /** For those who are somewhere else than the event. */
    dateTimeAndZone: (at: Date, timeZone: string) =>
      dates({
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }).format(at),
    time: (at: Date, timeZone: string) => dates({ timeStyle: 'short', timeZone }).format(at),
  }
}
