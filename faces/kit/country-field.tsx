import type { ComponentChildren } from 'preact'
import { countryOptions } from './countries.ts'
import { SelectField } from './field.tsx'

type CountryFieldProps = {
  name: string
  label: string
  locale: string
  defaultValue: string
  hint?: ComponentChildren
  error?: string | undefined
}

/** A country to choose, and not two letters to know. */
export const CountryField = ({ locale, ...field }: CountryFieldProps) => (
  <SelectField {...field} required options={countryOptions(locale)} />
)
