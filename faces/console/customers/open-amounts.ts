import type { CustomerOpenItems } from '@grandstand/sdk'
import { locale } from '../language/language.ts'

type Sums = CustomerOpenItems['sums']
export type OpenKind = 'owed_by_customer' | 'owed_to_customer' | 'credit' | 'being_collected'

/** The open sums of a kind in every currency; undefined where nothing is open. */
export function openAmount(
  sums: Sums,
  kind: OpenKind,
  price: (amount: number, currency: string) => string,
): string | undefined {
  const amounts = sums.filter((sum) => sum[kind] > 0).map((sum) => price(sum[kind], sum.currency))
  return amounts.length === 0 ? undefined : new Intl.ListFormat(locale, { type: 'conjunction' }).format(amounts)
}
