import { ChargeTable } from '../../kit/charge-table.tsx'
import type { Charge } from '../../kit/charges.ts'
import { common } from '../words/common.ts'
import { useConsole } from './console.tsx'
import { dayOfYear } from './format.ts'

type Props = { charges: Charge[]; currency: string | null; isFirstToday: boolean }

/** The table of charges, in the words of the console. */
export function ChargePlan({ charges, currency, isFirstToday }: Props) {
  const { price } = useConsole()
  return (
    <ChargeTable
      charges={charges}
      words={{
        title: common.paymentPlan,
        today: common.planToday,
        total: common.total,
        day: common.planDue,
        amount: common.amount,
      }}
      price={(amount) => price(amount, currency ?? undefined)}
      day={dayOfYear}
      isFirstToday={isFirstToday}
    />
  )
}
