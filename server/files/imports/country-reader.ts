import { lazily } from '../../platform/process/lazily.ts'
import { allCountries, countryId } from '../../platform/values/countries.ts'
import { type CellReader, wordReader } from './read-cells.ts'

/** Imported lists may name countries in these languages. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'nl', 'da']

const words = lazily(() => {
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  return Object.fromEntries(
    allCountries().flatMap((code) =>
      [code, ...names.map((named) => named.of(code) ?? code)].map((word) => [
        word.normalize('NFC').toLowerCase(),
        String(countryId(code)),
      ]),
    ),
  )
})

/** A country by its two letters or its name becomes the number that the API calls country_id. */
export const countryReader: CellReader = (cell) => wordReader(words())(cell)
