import { LRUCache } from 'lru-cache'
import { writeDate } from '../../../faces/kit/dates.ts'
import { type Language, languages, localeOf, spokenOf } from '../../../faces/kit/languages.ts'
import { fill, formFor, type PluralForms } from '../../../faces/kit/messages.ts'
import { type MoneyStyle, money } from '../../../faces/kit/money.ts'
import { currencyExponent, toMajor } from '../../platform/values/money.ts'
import da from './catalogue/da.json' with { type: 'json' }
import de from './catalogue/de.json' with { type: 'json' }
import en from './catalogue/en.json' with { type: 'json' }
import es from './catalogue/es.json' with { type: 'json' }
import fr from './catalogue/fr.json' with { type: 'json' }
import nl from './catalogue/nl.json' with { type: 'json' }

/** All that mails say in one language. English is the pattern: the compiler holds the others to its names, a test to its placeholders. */
export type Catalogue = typeof en

const catalogues: Record<Language, Catalogue> = { en, de, es, fr, nl, da }
export const mailLanguages = [...languages]

/** The words of a language: de-AT speaks de, and a reader of a language without a catalogue gets English. */
export function catalogueOf(tag: string): { language: Language; words: Catalogue } {
  const language = spokenOf(tag) ?? 'en'
  return { language, words: catalogues[language] }
}

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

export function speechOf(wanted: string, country: string, style: MoneyStyle = {}) {
  const { language, words } = catalogueOf(wanted)
  const locale = localeOf(spokenOf(wanted) === undefined ? language : wanted, country)
  return {
    language,
    words,
    count(forms: PluralForms, count: number): string {
      const rules = cachedFormatter(`p ${locale}`, () => new Intl.PluralRules(locale))
      const number = cachedFormatter(`n ${locale}`, () => new Intl.NumberFormat(locale)).format(count)
      return fill(formFor(forms, count, rules), { count: number })
    },
    money: (minor: number, currency: string) =>
      money(toMajor(minor, currency), currency, locale, { ...style, digits: currencyExponent(currency) }),
    date: (at: Date, timeZone: string) => writeDate(at.getTime(), timeZone, locale, 'long'),
    dateTime: (at: Date, timeZone: string) => writeDate(at.getTime(), timeZone, locale, 'full'),
    /** For those who are somewhere else than the event. */
    dateTimeAndZone: (at: Date, timeZone: string) => writeDate(at.getTime(), timeZone, locale, 'full', true),
    time: (at: Date, timeZone: string) => writeDate(at.getTime(), timeZone, locale, 'time'),
  }
}
