import { countryOf } from '../../kit/country-ids.ts'
import { locale } from '../language/language.ts'
import type { Home } from './home-fields.tsx'

/** As an envelope has it: street, second line, town with state and postcode, and abroad the country; nothing where no street is known. */
export function homeLines(
  { address, address2, suburb, state, postcode, country_id: id }: Home,
  from: string,
): string[] {
  if (!address) return []
  const town = [suburb, state, postcode].filter(Boolean).join(' ')
  const code = id === null ? undefined : countryOf(id)
  const abroad =
    code === undefined || code === from ? undefined : new Intl.DisplayNames(locale, { type: 'region' }).of(code)
  return [address, address2, town, abroad].flatMap((line) => (line ? [line] : []))
}
