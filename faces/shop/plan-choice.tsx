import type { MembershipOnSale } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { chargeWords } from '../kit/charge-words.ts'
import { addCharges, dayOf, type PlanSummary, summarize, sumOf } from '../kit/charges.ts'
import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { ChargePlan } from './charge-plan.tsx'
import { useShop } from './shop.tsx'
import { membershipWords } from './words/memberships.ts'

type OfferedPlan = { id: string; title: string; plan: PlanSummary; isCollected: boolean }

/** All at once, or by one of the club's plans, with every charge of the chosen one, for one membership or several. */
export function PlanChoice({ types }: { types: MembershipOnSale[] }) {
  const { language, price, date } = useShop()
  const spoken = spokenOf(language) ?? 'en'
  const words = membershipWords[spoken]
  const [chosenId, setChosenId] = useState('')
  const currency = types[0]?.currency
  const amount = (major: number) => price(major, currency)
  const plans = plansFor(types)
  if (plans.length === 0) return null
  const chosen = plans.find(({ id }) => id === chosenId)
  return (
    <fieldset>
      <legend>{words.howToPay}</legend>
      <CheckField
        type="radio"
        name="plan"
        value=""
        label={words.payNow(amount(sumOf(types.map((type) => type.price + type.tax))))}
        defaultChecked
        onChange={() => setChosenId('')}
      />
      {plans.map(({ id, title, plan, isCollected }) => {
        const last = date(dayOf(plan.lastDay), 'UTC', 'long')
        const summary = chargeWords[spoken].summary(amount(plan.now), amount(plan.later), plan.laterCount, last)
        return (
          <CheckField
            key={id}
            type="radio"
            name="plan"
            value={id}
            label={`${title}: ${summary}${isCollected ? `, ${words.sameWay}` : ''}`}
            onChange={() => setChosenId(id)}
          />
        )
      })}
      {chosen && <ChargePlan charges={chosen.plan.charges} currency={currency} isFirstToday={chosen.plan.now > 0} />}
    </fieldset>
  )
}

/** The plans by which all of these can be paid, each with the charges of all of them together. */
function plansFor(types: MembershipOnSale[]): OfferedPlan[] {
  return (types[0]?.payment_options ?? []).flatMap(({ membership_payment_option_id: id, title }) => {
    const options = types.flatMap(({ payment_options }) =>
      payment_options.filter((option) => option.membership_payment_option_id === id && option.instalments.length > 0),
    )
    if (options.length < types.length) return []
    const charges = addCharges(options.map(({ instalments }) => instalments))
    const plan = summarize(charges, sumOf(options.map(({ due_now }) => due_now)))
    return plan ? [{ id, title, plan, isCollected: options.some(({ collection }) => collection === 'automatic') }] : []
  })
}
