import { type Basket, GrandstandError, type MembershipOnSale, type OpenBasketItem } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../kit/button.tsx'
import { CheckField, Field } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import { keptBasket } from './hold.ts'
import styles from './memberships.module.css'
import { TroubleNotice } from './notice.tsx'
import { useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { type Trouble, troubleOf } from './trouble.ts'
import { type MembershipWords, membershipWords } from './words/memberships.ts'

/** Puts a membership into the basket that is open, beside whatever is in it, or into a new one. */
async function join(item: OpenBasketItem): Promise<Basket> {
  const basket = await keptBasket()
  if (basket?.status === 'paying') return basket
  const held =
    basket?.status === 'open' ? await api.baskets.addItem(basket.id, item) : await api.baskets.open({ items: [item] })
  shopStorage.setBasket(held.id)
  return held
}

/** Who it is for and how it is paid; one press puts it into the basket. */
export function JoinForm({ type }: { type: MembershipOnSale }) {
  const { words, language, price } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const { route } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState<Trouble>()
  const isForAge = type.age_from !== null || type.age_until !== null
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  const submit = async (typed: FormData) => {
    const text = (name: string) => String(typed.get(name) ?? '').trim()
    const needed = ['first_name', 'last_name', ...(isForAge ? ['date_of_birth'] : [])]
    const empty = needed.filter((name) => text(name) === '')
    setProblems(Object.fromEntries(empty.map((name) => [name, words.required])))
    setTrouble(undefined)
    if (empty.length > 0 || isBusy) return
    setBusy(true)
    try {
      await join({
        membership_type_id: type.membership_type_id,
        ...(type.has_seats && { best_available: true }),
        member: {
          first_name: text('first_name'),
          last_name: text('last_name'),
          ...(text('date_of_birth') !== '' && { date_of_birth: text('date_of_birth') }),
        },
        ...(text('plan') !== '' && { membership_payment_option_id: Number(text('plan')) }),
        ...(typed.has('auto_renew') && { auto_renew: true }),
      })
      route(routes.basket)
    } catch (error) {
      if (isOfBirth(error)) setProblems({ date_of_birth: spoken.bornWrong })
      else setTrouble(troubleOf(error, words))
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      class={styles.join}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <fieldset>
        <legend>{spoken.who}</legend>
        <Field name="first_name" label={words.firstName} maxLength={100} required error={problems.first_name} />
        <Field name="last_name" label={words.lastName} maxLength={100} required error={problems.last_name} />
        <Field
          name="date_of_birth"
          type="date"
          label={spoken.born}
          {...(isForAge ? { required: true } : { optional: words.optional })}
          error={problems.date_of_birth}
        />
      </fieldset>
      <Plans type={type} spoken={spoken} price={(amount) => price(amount, type.currency)} />
      {type.offer_auto_renew && <CheckField name="auto_renew" label={spoken.renew} />}
      {trouble && <TroubleNotice trouble={trouble} />}
      <Button type="submit" look="strong" busy={isBusy}>
        {spoken.add}
      </Button>
    </form>
  )
}

const isOfBirth = (error: unknown): boolean =>
  error instanceof GrandstandError && error.status === 400 && /date_of_birth/.test(error.param ?? '')

type PlansProps = { type: MembershipOnSale; spoken: MembershipWords; price(amount: number): string }

/** All at once, or by one of the club's plans, with what is due today and how it goes on. */
function Plans({ type, spoken, price }: PlansProps) {
  const { date } = useShop()
  const plans = type.payment_options.filter(({ instalments }) => instalments.length > 0)
  if (plans.length === 0) return null
  return (
    <fieldset>
      <legend>{spoken.howToPay}</legend>
      <CheckField type="radio" name="plan" value="" label={spoken.payNow(price(type.price))} defaultChecked />
      {plans.map(({ membership_payment_option_id: id, title, due_now, instalments }) => {
        const last = instalments.at(-1)
        const until = date(Date.parse(last?.due_on ?? '') / 1000, 'UTC', 'long')
        const parts = spoken.plan(price(due_now), instalments.length - 1, price(last?.amount ?? 0), until)
        return <CheckField key={id} type="radio" name="plan" value={id} label={`${title}: ${parts}`} />
      })}
    </fieldset>
  )
}
