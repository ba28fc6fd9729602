import type { MembershipOnSale } from '@grandstand/sdk'
import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { useShop } from './shop.tsx'
import { membershipWords } from './words/memberships.ts'

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** All at once, or by one of the club's plans, with what is due today and how it goes on, for one membership or several. */
export function PlanChoice({ types }: { types: MembershipOnSale[] }) {
  const { language, price, date } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const [first] = types
  const amount = (major: number) => price(major, first?.currency)
  const plans = (first?.payment_options ?? []).flatMap(({ membership_payment_option_id: id, title }) => {
    const parts = types.flatMap(({ payment_options }) =>
      payment_options.filter((option) => option.membership_payment_option_id === id && option.instalments.length > 0),
    )
    return parts.length === types.length ? [{ id, title, parts }] : []
  })
  if (plans.length === 0) return null
  return (
    <fieldset>
      <legend>{spoken.howToPay}</legend>
      <CheckField
        type="radio"
        name="plan"
        value=""
        label={spoken.payNow(amount(sumOf(types.map((type) => type.price))))}
        defaultChecked
      />
      {plans.map(({ id, title, parts }) => {
        const instalments = parts[0]?.instalments ?? []
        const until = date(Date.parse(instalments.at(-1)?.due_on ?? '') / 1000, 'UTC', 'long')
        const now = amount(sumOf(parts.map(({ due_now }) => due_now)))
        const isCollected = parts.some(({ collection }) => collection === 'automatic')
        const each = amount(sumOf(parts.map((part) => part.instalments.at(-1)?.amount ?? 0)))
        return (
          <CheckField
            key={id}
            type="radio"
            name="plan"
            value={id}
            label={`${title}: ${spoken.plan(now, instalments.length - 1, each, until)}${isCollected ? `, ${spoken.sameWay}` : ''}`}
          />
        )
      })}
    </fieldset>
  )
}
