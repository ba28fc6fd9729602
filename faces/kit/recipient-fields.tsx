import type { SetPageRecipient } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { CountryField } from './country-field.tsx'
import { Field } from './field.tsx'
import type { RecipientWords } from './recipient-words.ts'

/** Each field's name in a form, of which it may be a part. */
const PREFIX = 'to_'

type RecipientFieldsProps = {
  said: RecipientWords
  locale: string
  /** What is chosen unless another was. */
  country: string
  /** By the names of the fields, what was typed before. */
  typed?: Record<string, string>
  /** The problems by the field names of the API. */
  problems: Record<string, string>
  /** Where the form does not know who buys. */
  withName?: boolean
  /** Where companies may get it into their own program. */
  withPeppol: boolean
  /** The class for two fields side by side. */
  pair: string | undefined
}

/** For whom an invoice is: a company or a person, with an address. */
export function RecipientFields({
  said,
  locale,
  country,
  typed = {},
  problems,
  withName,
  withPeppol,
  pair,
}: RecipientFieldsProps) {
  const field = (name: string, label: string, maxLength: number, more: object = {}) => (
    <Field
      name={PREFIX + name}
      label={label}
      maxLength={maxLength}
      defaultValue={typed[PREFIX + name] ?? ''}
      error={problems[name]}
      {...more}
    />
  )
  const optional = { optional: said.optional }
  const [isCompany, setCompany] = useState((typed[`${PREFIX}company`] ?? '') !== '')
  return (
    <>
      {withName && field('name', said.name, 200, { required: true, autocomplete: 'name' })}
      {field('company', said.company, 200, {
        ...optional,
        autocomplete: 'organization',
        onBlur: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
          setCompany(currentTarget.value.trim() !== ''),
      })}
      {field('address', said.address, 100, {
        required: true,
        autocomplete: 'address-line1',
        error: problems.address_lines ?? problems.address,
      })}
      {field('more', said.more, 100, { ...optional, autocomplete: 'address-line2' })}
      <div class={pair}>
        {field('postcode', said.postcode, 20, { ...optional, autocomplete: 'postal-code' })}
        {field('city', said.city, 100, { required: true, autocomplete: 'address-level2' })}
      </div>
      <CountryField
        name={`${PREFIX}country`}
        label={said.country}
        locale={locale}
        defaultValue={typed[`${PREFIX}country`] ?? country}
        error={problems.country}
      />
      {field('vat_id', said.vatId, 30, { ...optional, hint: said.vatIdHint, autocomplete: 'off' })}
      {field('reference', said.reference, 100, { ...optional, autocomplete: 'off' })}
      {withPeppol &&
        isCompany &&
        field('peppol_id', said.peppolId, 90, { ...optional, hint: said.peppolIdHint, autocomplete: 'off' })}
    </>
  )
}

/** As the API takes it; `name` is the buyer's, where the form has no field for it. */
export function recipientOf(form: FormData, name = ''): SetPageRecipient {
  const text = (field: string) => String(form.get(PREFIX + field) ?? '').trim()
  const given = (field: 'company' | 'postcode' | 'vat_id' | 'reference' | 'peppol_id') =>
    text(field) === '' ? {} : { [field]: text(field) }
  return {
    name: text('name') === '' ? name : text('name'),
    address_lines: [text('address'), text('more')].filter((line) => line !== ''),
    city: text('city'),
    country: text('country'),
    ...given('company'),
    ...given('postcode'),
    ...given('vat_id'),
    ...given('reference'),
    ...given('peppol_id'),
  }
}

/** What is plainly missing, before the service is asked; by the API's names. */
export function recipientProblems(recipient: SetPageRecipient, { required }: RecipientWords): Record<string, string> {
  return {
    ...(recipient.name === '' && { name: required }),
    ...(recipient.address_lines.length === 0 && { address_lines: required }),
    ...(recipient.city === '' && { city: required }),
  }
}

/** What the service says of a recipient inside of another body, by the names of its fields. */
export function recipientErrors(problems: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([param, text]) => {
      const [, name] = /^document_recipient\[(\w+)\]/.exec(param) ?? []
      return name === undefined ? [] : [[name, text]]
    }),
  )
}
