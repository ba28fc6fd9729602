import type { MembershipOnSale } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../kit/button.tsx'
import { Field, SelectField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { codeOf } from './api.ts'
import { routes } from './config.ts'
import { bornWrongAt, joinBy } from './join-by.ts'
import styles from './memberships.module.css'
import { TroubleNotice } from './notice.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { RenewCheck } from './renew-check.tsx'
import type { SeasonSeat } from './season-map.tsx'
import { useShop } from './shop.tsx'
import { type Trouble, troubleOf } from './trouble.ts'
import { membershipWords } from './words/memberships.ts'

/** Who sits on which of the seats, by which membership, and how all of it is paid. One press puts it into the basket. */
export function SeasonPeople(props: {
  types: readonly MembershipOnSale[]
  first: MembershipOnSale
  seats: SeasonSeat[]
  /** What was typed before the seats turned out to be gone, by the names of the fields. */
  typed: Record<string, string>
  /** The seats could not be had. */
  onRefused(error: unknown, typed: Record<string, string>): void
  onDone(): void
  onBack(): void
}) {
  const { types, first, seats, typed: before, onRefused, onDone, onBack } = props
  const { words, language, price } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const { route } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [typeIds, setTypeIds] = useState<Record<number, number>>(() =>
    Object.fromEntries(seats.map((_, n) => [n, Number(before[`type ${n}`] ?? first.membership_type_id)])),
  )
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState<Trouble>()
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  const typeOf = (n: number) => types.find(({ membership_type_id }) => membership_type_id === typeIds[n]) ?? first
  const typesAt = ({ sectionId }: SeasonSeat) =>
    types.filter(({ seat_section_ids: ids }) => ids.length === 0 || ids.includes(sectionId))
  const isForAge = ({ age_from, age_until }: MembershipOnSale) => age_from !== null || age_until !== null
  const chosenTypes = seats.map((_, n) => typeOf(n))
  /** By their place: who is refused a seat takes the next with the same name. */
  const name = (field: string, n: number) => `${field} ${n}`

  const submit = async (typed: FormData) => {
    const text = (field: string, n: number) => String(typed.get(name(field, n)) ?? '').trim()
    const empty = seats.flatMap((_, n) =>
      ['first_name', 'last_name', ...(isForAge(typeOf(n)) ? ['date_of_birth'] : [])]
        .filter((field) => text(field, n) === '')
        .map((field) => name(field, n)),
    )
    setProblems(Object.fromEntries(empty.map((field) => [field, words.required])))
    setTrouble(undefined)
    if (empty.length > 0 || isBusy) return
    setBusy(true)
    const plan = String(typed.get('plan') ?? '')
    try {
      await joinBy(
        seats.map(({ id: seatId }, n) => ({
          membership_type_id: typeOf(n).membership_type_id,
          seat_id: seatId,
          member: {
            first_name: text('first_name', n),
            last_name: text('last_name', n),
            ...(text('date_of_birth', n) !== '' && { date_of_birth: text('date_of_birth', n) }),
          },
          ...(plan !== '' && { membership_payment_option_id: Number(plan) }),
          ...(typed.has('auto_renew') && { auto_renew: true }),
        })),
        seats.map((_, n) => `${text('first_name', n)} ${text('last_name', n)}`),
      )
      onDone()
      route(routes.basket)
    } catch (error) {
      setBusy(false)
      const wrong = bornWrongAt(error)
      if (wrong !== undefined) setProblems({ [name('date_of_birth', wrong)]: spoken.bornWrong })
      else if (codeOf(error) === 'seat_taken')
        onRefused(error, Object.fromEntries([...typed].map(([field, value]) => [field, String(value)])))
      else setTrouble(troubleOf(error, words))
    }
  }

  return (
    <div class={styles.page}>
      <h1 tabIndex={-1}>{spoken.whoSits}</h1>
      <p class={styles.state}>{first.season_title}</p>
      <form
        ref={form}
        class={styles.join}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(new FormData(event.currentTarget))
        }}
      >
        {seats.map((seat, n) => {
          const { id, place } = seat
          const type = typeOf(n)
          const offered = typesAt(seat)
          const field = (key: string) => ({
            name: name(key, n),
            defaultValue: before[name(key, n)] ?? '',
            error: problems[name(key, n)],
          })
          return (
            <fieldset key={id}>
              <legend>{place}</legend>
              {offered.length > 1 && (
                <SelectField
                  name={name('type', n)}
                  label={spoken.membership}
                  defaultValue={String(type.membership_type_id)}
                  options={offered.map(({ membership_type_id, title, price: total, tax, currency }) => ({
                    value: String(membership_type_id),
                    label: `${title}, ${price(total, currency)}${tax > 0 ? `, ${words.plusTax}` : ''}`,
                  }))}
                  onChange={({ currentTarget }) => setTypeIds({ ...typeIds, [n]: Number(currentTarget.value) })}
                />
              )}
              <Field {...field('first_name')} label={words.firstName} maxLength={100} required />
              <Field {...field('last_name')} label={words.lastName} maxLength={100} required />
              <Field
                {...field('date_of_birth')}
                type="date"
                label={spoken.born}
                {...(isForAge(type) ? { required: true } : { optional: words.optional })}
              />
            </fieldset>
          )
        })}
        <PlanChoice types={chosenTypes} />
        <RenewCheck types={chosenTypes} />
        {trouble && <TroubleNotice trouble={trouble} />}
        <div class={styles.actions}>
          <Button onClick={onBack}>{spoken.otherSeats}</Button>
          <Button type="submit" look="strong" busy={isBusy}>
            {spoken.add}
          </Button>
        </div>
      </form>
    </div>
  )
}
