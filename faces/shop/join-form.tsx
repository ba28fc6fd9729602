import type { MembershipOnSale } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { routes } from './config.ts'
import { bornWrongAt, joinBy } from './join-by.ts'
import styles from './memberships.module.css'
import { TroubleNotice } from './notice.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { RenewCheck } from './renew-check.tsx'
import { useShop } from './shop.tsx'
import { type Trouble, troubleOf } from './trouble.ts'
import { membershipWords } from './words/memberships.ts'

/** Who it is for and how it is paid; one press puts it into the basket. */
export function JoinForm({ type }: { type: MembershipOnSale }) {
  const { words, language } = useShop()
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
      await joinBy(
        [
          {
            membership_type_id: type.membership_type_id,
            member: {
              first_name: text('first_name'),
              last_name: text('last_name'),
              ...(text('date_of_birth') !== '' && { date_of_birth: text('date_of_birth') }),
            },
            ...(text('plan') !== '' && { membership_payment_option_id: Number(text('plan')) }),
            ...(typed.has('auto_renew') && { auto_renew: true }),
          },
        ],
        [`${text('first_name')} ${text('last_name')}`],
      )
      route(routes.basket)
    } catch (error) {
      if (bornWrongAt(error) !== undefined) setProblems({ date_of_birth: spoken.bornWrong })
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
      <PlanChoice types={[type]} />
      <RenewCheck types={[type]} />
      {trouble && <TroubleNotice trouble={trouble} />}
      <Button type="submit" look="strong" busy={isBusy}>
        {spoken.add}
      </Button>
    </form>
  )
}
