import { SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { words } from '../words/tax.ts'
import { api } from './api.ts'
import { useConsole } from './console.tsx'
import { count } from './format.ts'
import type { Filled } from './use-submit.ts'

const NONE = 'none'

/** What a price or a membership type is taxed at. A club without rates, and staff who may not read them, see nothing of it. */
export function TaxRateField({
  bearer,
  problem,
}: {
  /** undefined: a new one, which bears the rate that is marked for it. */
  bearer: { tax_rate_id: number | null } | undefined
  problem: string | undefined
}) {
  const { whyNot } = useConsole()
  const mayRead = whyNot('programme:manage', 'read') === undefined
  const { data } = useLoad(async () => (mayRead ? api.taxRates.list({ limit: 100 }).all() : []), [])
  const chosen = bearer ? bearer.tax_rate_id : data?.find(({ on_new_prices }) => on_new_prices)?.tax_rate_id
  const rates = data?.filter((rate) => rate.tax_rate_status === 'active' || rate.tax_rate_id === chosen) ?? []
  if (rates.length === 0) return null
  return (
    <SelectField
      name="tax_rate_id"
      label={words.rate}
      defaultValue={String(chosen ?? NONE)}
      options={[
        { value: NONE, label: words.noTax },
        ...rates.map(({ tax_rate_id, title, kind, percentages, included_in_prices: isIncluded }) => {
          const last = percentages.at(-1)
          const name = last ? words.percent({ value: count(last.percentage) }) : (words.kinds[kind] ?? kind)
          const label = `${title} ${name}`
          return { value: String(tax_rate_id), label: isIncluded || !last ? label : words.onTopShort({ rate: label }) }
        }),
      ]}
      error={problem}
    />
  )
}

/** Left alone where the field was not shown. */
export function taxRateOf(filled: Filled): { tax_rate_id?: number | null } {
  const chosen = filled.optional('tax_rate_id')
  if (chosen === undefined) return {}
  return { tax_rate_id: chosen === NONE ? null : Number(chosen) }
}
