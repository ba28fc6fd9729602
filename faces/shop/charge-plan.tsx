import { ChargeTable } from '../kit/charge-table.tsx'
import { chargeWords } from '../kit/charge-words.ts'
import { type Charge, dayOf } from '../kit/charges.ts'
import { spokenOf } from '../kit/languages.ts'
import { useShop } from './shop.tsx'

type Props = { charges: Charge[]; currency: string | null | undefined; isFirstToday: boolean }

/** The table of charges, in the words of the shop. */
export function ChargePlan({ charges, currency, isFirstToday }: Props) {
  const { language, price, date } = useShop()
  return (
    <ChargeTable
      charges={charges}
      words={chargeWords[spokenOf(language) ?? 'en']}
      price={(amount) => price(amount, currency)}
      day={(dueOn) => date(dayOf(dueOn), 'UTC', 'long')}
      isFirstToday={isFirstToday}
    />
  )
}
