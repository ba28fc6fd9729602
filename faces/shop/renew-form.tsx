import type { MembershipOnSale, RenewableMembership } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../kit/button.tsx'
import { CheckField, SelectField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { routes } from './config.ts'
import { joinBy } from './join-by.ts'
import styles from './memberships.module.css'
import { TroubleNotice } from './notice.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { RenewCheck } from './renew-check.tsx'
import { useShop } from './shop.tsx'
import { type Trouble, troubleOf } from './trouble.ts'
import { membershipWords } from './words/memberships.ts'
import { renewWords } from './words/renew.ts'

type Way = { type: MembershipOnSale; keepsSeat: boolean }
type Going = { membership: RenewableMembership; ways: [Way, ...Way[]] }

/** Which memberships of a family go on, by what and on which seat, and how all of it is paid. One press puts them into the basket. */
export function RenewForm(props: { memberships: RenewableMembership[]; types: MembershipOnSale[] }) {
  const { words, language } = useShop()
  const spoken = renewWords[spokenOf(language) ?? 'en']
  const { route } = useLocation()
  const going = props.memberships.flatMap((membership) => waysOf(membership, props.types))
  const [chosen, setChosen] = useState<Record<number, number>>({})
  const [left, setLeft] = useState<readonly number[]>([])
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const wayOf = ({ membership, ways }: Going): Way =>
    ways.find(({ type }) => type.membership_type_id === chosen[membership.membership_member_id]) ?? ways[0]
  const staying = going.filter(({ membership }) => !left.includes(membership.membership_member_id))
  const types = staying.map((one) => wayOf(one).type)

  const submit = async (typed: FormData) => {
    if (isBusy || staying.length === 0) return
    setBusy(true)
    setTrouble(undefined)
    const plan = String(typed.get('plan') ?? '')
    try {
      await joinBy(
        staying.map((one) => {
          const { membership_member_id } = one.membership
          const { type, keepsSeat } = wayOf(one)
          const isOther = typed.get(`seat ${membership_member_id}`) === 'best'
          return {
            membership_type_id: type.membership_type_id,
            membership_member_id,
            ...((isOther || getsAnother(one.membership, type, keepsSeat)) && { best_available: true }),
            ...(plan !== '' && { membership_payment_option_id: Number(plan) }),
            ...(typed.has('auto_renew') && { auto_renew: true }),
          }
        }),
        staying.map(({ membership: { first_name, last_name } }) => `${first_name} ${last_name}`),
      )
      route(routes.basket)
    } catch (error) {
      setTrouble(troubleOf(error, words))
      setBusy(false)
    }
  }

  return (
    <form
      class={styles.join}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      {going.map((one) => {
        const { membership_member_id: id } = one.membership
        return (
          <Membership
            key={id}
            going={one}
            way={wayOf(one)}
            isStaying={!left.includes(id)}
            onChoose={(typeId) => setChosen({ ...chosen, [id]: typeId })}
            onStay={(isStaying) => setLeft(isStaying ? left.filter((other) => other !== id) : [...left, id])}
          />
        )
      })}
      {types.length > 0 && <PlanChoice types={types} />}
      <RenewCheck types={types} />
      {trouble && <TroubleNotice trouble={trouble} />}
      <Button type="submit" look="strong" busy={isBusy} why={types.length === 0 ? spoken.chooseOne : undefined}>
        {membershipWords[spokenOf(language) ?? 'en'].add}
      </Button>
    </form>
  )
}

type MembershipProps = {
  going: Going
  way: Way
  isStaying: boolean
  onChoose(typeId: number): void
  onStay(isStaying: boolean): void
}

function Membership({ going: { membership, ways }, way, isStaying, onChoose, onStay }: MembershipProps) {
  const { language, price, place, words } = useShop()
  const spoken = renewWords[spokenOf(language) ?? 'en']
  const { membership_member_id: id, first_name, last_name, type_title, season_title, member_number, seat } = membership
  const labelOf = ({ title, season_title: season, price: total, tax, currency }: MembershipOnSale) =>
    [title, season, price(total, currency), tax > 0 ? words.plusTax : null].filter((part) => part !== null).join(', ')
  return (
    <fieldset>
      <legend>
        {first_name} {last_name}
      </legend>
      <CheckField
        name={`stays ${id}`}
        label={ways.length === 1 ? spoken.renewBy(labelOf(way.type)) : spoken.renew}
        hint={[type_title, season_title, membershipWords[spokenOf(language) ?? 'en'].number(member_number)]
          .filter((part) => part !== null)
          .join(' · ')}
        defaultChecked
        onChange={onStay}
      />
      {isStaying && ways.length > 1 && (
        <SelectField
          name={`type ${id}`}
          label={membershipWords[spokenOf(language) ?? 'en'].membership}
          defaultValue={String(way.type.membership_type_id)}
          options={ways.map(({ type }) => ({ value: String(type.membership_type_id), label: labelOf(type) }))}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        />
      )}
      {isStaying && way.type.has_seats && way.keepsSeat && seat && (
        <SelectField
          name={`seat ${id}`}
          label={spoken.seat}
          options={[
            { value: 'same', label: spoken.keep(place({ ...seat, entrance: null })) },
            { value: 'best', label: spoken.best },
          ]}
        />
      )}
      {isStaying && getsAnother(membership, way.type, way.keepsSeat) && <p>{spoken.best}</p>}
    </fieldset>
  )
}

/** Whose seat does not come along is given the best that is free; where a seat is a choice, only who had one. */
const getsAnother = ({ seat }: RenewableMembership, { seating }: MembershipOnSale, keepsSeat: boolean): boolean =>
  !keepsSeat && (seating === 'required' || (seating === 'optional' && seat !== null))

/** The way on that is most like what they have comes first: of the same name, else of the same category. */
function waysOf(membership: RenewableMembership, types: MembershipOnSale[]): Going[] {
  const ways = membership.renewals.flatMap(({ membership_type_id: id, keeps_seat: keepsSeat }) => {
    const type = types.find(({ membership_type_id }) => membership_type_id === id)
    return type ? [{ type, keepsSeat }] : []
  })
  const likeness = ({ type, keepsSeat }: Way) =>
    Number(type.title === membership.type_title) * 4 +
    Number(type.category_title === membership.category_title) * 2 +
    Number(keepsSeat)
  const [first, ...others] = ways.toSorted((a, b) => likeness(b) - likeness(a))
  return first ? [{ membership, ways: [first, ...others] }] : []
}
