import { countryIdOf, countryIds, countryOf } from '../../../faces/kit/country-ids.ts'
import { lazily } from '../process/lazily.ts'

export const isCountry = (code: string): boolean => countryIds.has(code)

export const countryId = countryIdOf

export const countryCode = countryOf

export const isCountryId = (id: number): boolean => countryOf(id) !== undefined

/** The letters of all. */
export const allCountries = (): string[] => [...countryIds.keys()]

const regions = lazily(() => new Intl.DisplayNames(['en'], { type: 'region' }))

/** Country names in English, for messages of the API. */
export const countryName = (code: string): string => (isCountry(code) ? (regions().of(code) ?? code) : code)
