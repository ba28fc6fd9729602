import type { Customer } from '@grandstand/sdk'
import { countryOptions } from '../../kit/countries.ts'
import { countryIdOf, countryOf } from '../../kit/country-ids.ts'
import { Field, SelectField } from '../../kit/field.tsx'
import { locale } from '../language/language.ts'
import form from '../parts/form.module.css'
import type { Filled } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'

const TEXTS = ['company_name', 'address', 'address2', 'suburb', 'state', 'postcode'] as const

/** Where a customer or a member is written to. */
export type Home = Pick<Customer, (typeof TEXTS)[number] | 'country_id'>

/** The whole of an address, in the order of an envelope. */
export function HomeFields({ home, problems }: { home: Home; problems: Record<string, string> }) {
  const field = (name: (typeof TEXTS)[number], label: string) => (
    <Field name={name} label={label} defaultValue={home[name] ?? ''} error={problems[name]} />
  )
  return (
    <>
      {field('company_name', common.company)}
      {field('address', common.address)}
      {field('address2', words.address2)}
      <div class={form.pair}>
        {field('postcode', common.postcode)}
        {field('suburb', words.suburb)}
      </div>
      <div class={form.pair}>
        {field('state', words.region)}
        <SelectField
          name="country"
          label={common.country}
          defaultValue={home.country_id === null ? '' : (countryOf(home.country_id) ?? '')}
          options={[{ value: '', label: words.countryUnknown }, ...countryOptions(locale)]}
          error={problems.country_id}
        />
      </div>
    </>
  )
}

/** As the API takes it; what was emptied is cleared. */
export function homeIn(filled: Filled): Home {
  const text = (name: (typeof TEXTS)[number]) => filled.optional(name) ?? null
  return {
    company_name: text('company_name'),
    address: text('address'),
    address2: text('address2'),
    suburb: text('suburb'),
    state: text('state'),
    postcode: text('postcode'),
    country_id: countryIdOf(filled.text('country')) ?? null,
  }
}
