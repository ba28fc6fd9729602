import type { Organisation, TaxRate } from '@grandstand/sdk'
import { CountryField } from '../../kit/country-field.tsx'
import { CheckField, Field, SelectField, TextField } from '../../kit/field.tsx'
import { type Catalogue, CatalogueSheet } from '../catalogue/catalogue-sheet.tsx'
import { locale } from '../language/language.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { count, dayOfYear } from '../parts/format.ts'
import type { Filled } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/tax.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

const KINDS = ['standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'outside_scope'] as const
type Kind = (typeof KINDS)[number]
const PRICING = ['byCountry', 'included', 'onTop'] as const
const asksForTax = (kind: string) => kind === 'standard' || kind === 'reduced'

/** What prices, fees and memberships are taxed at. */
export function TaxPage() {
  const { organisation } = useConsole()
  return (
    <SettingsFrame title={words.tax} scope="programme:manage">
      <p class={styles.muted}>{words.about}</p>
      <CatalogueSheet of={rates(organisation)} />
    </SettingsFrame>
  )
}

const rates = (organisation: Organisation): Catalogue<TaxRate> => ({
  title: words.rates,
  add: words.newRate,
  scope: 'programme:manage',
  empty: { title: words.noRates, text: words.noRatesText },
  load: async () => (await api.taxRates.list().all()).filter(({ tax_rate_status }) => tax_rate_status === 'active'),
  keyOf: ({ tax_rate_id }) => tax_rate_id,
  nameOf: ({ title }) => title,
  columns: [
    { title: common.name, cell: ({ title }) => <strong>{title}</strong> },
    { title: words.kind, cell: ({ kind, country }) => `${words.kinds[kind] ?? kind} (${country})` },
    {
      title: words.percentage,
      cell: (rate) =>
        rate.included_in_prices || !asksForTax(rate.kind)
          ? steps(rate).join(', ')
          : words.onTopShort({ rate: steps(rate).join(', ') }),
    },
    {
      title: words.usedFor,
      isMinor: true,
      cell: ({ on_fees, on_new_prices }) =>
        [on_fees && words.onFees, on_new_prices && words.onNewPrices].filter(Boolean).join(', '),
    },
  ],
  fields: (rate, problems) => <RateFields {...{ rate, problems, country: organisation.country }} />,
  save: (filled, rate) => {
    const body = bodyOf(filled, rate)
    return rate
      ? api.taxRates.change(rate.tax_rate_id, body)
      : api.taxRates.create({
          ...body,
          ...pricingIn(filled),
          kind: filled.text('kind') as Kind,
          country: filled.text('country'),
        })
  },
  archive: ({ tax_rate_id }) => api.taxRates.archive(tax_rate_id),
  archiveAbout: words.archiveAbout,
})

/** Whether prices include it: where nothing is said, as is usual in its country. */
function pricingIn(filled: Filled): { included_in_prices?: boolean } {
  const pricing = filled.text('pricing')
  return pricing === 'byCountry' ? {} : { included_in_prices: pricing === 'included' }
}

/** The first step counts from the beginning, so its day says nothing unless others follow. */
const steps = ({ percentages }: TaxRate): string[] =>
  percentages.map(({ valid_from, percentage }) =>
    percentages.length === 1
      ? words.percent({ value: count(percentage) })
      : words.percentFrom({ value: count(percentage), day: dayOfYear(valid_from) }),
  )

function RateFields({
  rate,
  problems,
  country,
}: {
  rate: TaxRate | undefined
  problems: Record<string, string>
  country: string
}) {
  const isTaxed = rate === undefined || asksForTax(rate.kind)
  return (
    <>
      <Field
        name="title"
        label={common.name}
        hint={words.titleHint}
        required
        autofocus
        maxLength={100}
        defaultValue={rate?.title ?? ''}
        error={problems.title}
      />
      {rate === undefined && (
        <div class={form.pair}>
          <SelectField
            name="kind"
            label={words.kind}
            hint={words.kindHint}
            options={KINDS.map((value) => ({ value, label: words.kinds[value] ?? value }))}
          />
          <CountryField
            name="country"
            label={common.country}
            locale={locale}
            defaultValue={country}
            error={problems.country}
          />
        </div>
      )}
      {rate === undefined && (
        <SelectField
          name="pricing"
          label={words.pricing}
          hint={words.pricingHint}
          options={PRICING.map((value) => ({ value, label: words[value] }))}
        />
      )}
      {isTaxed &&
        // One pair more than there are, for the next change by law.
        [...(rate?.percentages ?? []), undefined].map((step, index) => (
          <div class={form.pair} key={step?.valid_from ?? 'new'}>
            <Field
              name={`percentage_${index}`}
              label={words.percentage}
              type="number"
              min={0}
              max={100}
              step="any"
              defaultValue={String(step?.percentage ?? '')}
              error={index === 0 ? problems.percentages : undefined}
            />
            <Field
              name={`valid_from_${index}`}
              label={words.validFrom}
              {...(index === 0 && { optional: words.optional })}
              type="date"
              defaultValue={step?.valid_from ?? ''}
              error={problems[`percentages[${index}][valid_from]`]}
            />
          </div>
        ))}
      {(rate === undefined || !isTaxed) && (
        <TextField
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          optional={words.optional}
          rows={2}
          maxLength={500}
          defaultValue={rate?.reason ?? ''}
          error={problems.reason}
        />
      )}
      <CheckField name="on_fees" label={words.onFees} defaultChecked={rate?.on_fees ?? false} />
      <CheckField name="on_new_prices" label={words.onNewPrices} defaultChecked={rate?.on_new_prices ?? false} />
    </>
  )
}

/** A step without a day, as the first may be, begins with the year 2000: it counts before that day too. */
const BEGINNING = '2000-01-01'

function bodyOf(filled: Filled, rate: TaxRate | undefined) {
  const kind = rate?.kind ?? filled.text('kind')
  const fields = (rate?.percentages.length ?? 0) + 1
  const percentages = Array.from({ length: fields }, (_, index) => ({
    percentage: filled.number(`percentage_${index}`),
    valid_from: filled.optional(`valid_from_${index}`) ?? BEGINNING,
  })).flatMap(({ percentage, valid_from }) => (percentage === undefined ? [] : [{ percentage, valid_from }]))
  return {
    title: filled.text('title'),
    ...(asksForTax(kind) ? { percentages } : { reason: filled.optional('reason') ?? null }),
    on_fees: filled.isTicked('on_fees'),
    on_new_prices: filled.isTicked('on_new_prices'),
  }
}
