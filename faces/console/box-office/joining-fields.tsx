import type { MembershipOnSale } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { memberName } from '../members/member-name.ts'
import { seatOf } from '../members/member-words.ts'
import { useConsole } from '../parts/console.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/joining.ts'
import own from './buyer-form.module.css'
import { fieldName, isForAnAge, type Joining, NO_SEAT, typesToRenewBy, typesToUpgradeTo, WITH_OPEN } from './joining.ts'
import type { ChosenSeat } from './sale.ts'

const titleOf = ({ type, standing, isUpgrade }: Joining, number: number): string => {
  if (!standing) return words.numbered({ number, title: type.title })
  const name = `${memberName(standing)}, ${standing.member_number}`
  return isUpgrade ? words.upgradeNamed({ name }) : words.renewNamed({ name })
}

/** One membership of the sale: who it is for, how it is paid, and where they sit. */
export function JoiningFields({
  joining,
  number,
  types,
  seat,
  onChange,
  onRemove,
}: {
  joining: Joining
  number: number
  types: MembershipOnSale[]
  /** That was chosen on the map. */
  seat: ChosenSeat | undefined
  onChange(joining: Joining): void
  onRemove(): void
}) {
  const { type, standing, isUpgrade = false } = joining
  const title = titleOf(joining, number)
  const name = (field: string) => fieldName(joining, field)
  const isAged = isForAnAge(type)
  return (
    <fieldset class={own.asked}>
      <legend>{title}</legend>
      {standing ? (
        <GoingOn {...{ joining, types, onChange }} />
      ) : (
        <>
          <Field name={name('first_name')} label={common.firstName} required maxLength={100} autocomplete="off" />
          <Field name={name('last_name')} label={common.lastName} required maxLength={100} autocomplete="off" />
          <Field
            name={name('date_of_birth')}
            label={common.dateOfBirth}
            type="date"
            {...(isAged ? { required: true } : { optional: words.optional })}
          />
        </>
      )}
      <PlanField key={`${type.membership_type_id} ${isUpgrade}`} {...{ joining }} />
      {type.has_seats && (
        <SelectField
          key={`seat ${seat?.id} ${isUpgrade}`}
          name={name('seat')}
          label={common.seat}
          options={[
            {
              value: '',
              label: seat?.label ?? (standing ? (seatOf(standing) ?? words.theirSeat) : words.bestAvailable),
            },
            ...(standing || type.seating === 'required' ? [] : [{ value: NO_SEAT, label: words.withoutASeat }]),
          ]}
        />
      )}
      <div>
        <Button look="quiet" onClick={onRemove}>
          <span aria-hidden="true">{common.remove}</span>
          <span class="visually-hidden">{words.removeNamed({ title })}</span>
        </Button>
      </div>
    </fieldset>
  )
}

/** Offers the types with which a membership can continue. */
function GoingOn({
  joining,
  types,
  onChange,
}: {
  joining: Joining
  types: MembershipOnSale[]
  onChange(joining: Joining): void
}) {
  const { price } = useConsole()
  const { standing, type, isUpgrade = false } = joining
  if (!standing) return null
  const typesFor = (upgrades: boolean) =>
    upgrades ? typesToUpgradeTo(types, standing) : typesToRenewBy(types, standing)
  const offered = typesFor(isUpgrade)
  return (
    <>
      <SelectField
        name={fieldName(joining, 'how')}
        label={words.whatHappens}
        defaultValue={isUpgrade ? 'upgrade' : 'renew'}
        options={[
          { value: 'renew', label: words.renew },
          ...(typesToUpgradeTo(types, standing).length > 0 ? [{ value: 'upgrade', label: words.upgrade }] : []),
        ]}
        onChange={({ currentTarget }) => {
          const upgrades = currentTarget.value === 'upgrade'
          const [first] = typesFor(upgrades)
          onChange({ ...joining, isUpgrade: upgrades, type: first ?? type })
        }}
      />
      <SelectField
        key={String(isUpgrade)}
        name={fieldName(joining, 'type')}
        label={words.membership}
        defaultValue={String(type.membership_type_id)}
        options={offered.map((each) => ({
          value: String(each.membership_type_id),
          label: [each.title, each.season_title, price(each.price, each.currency)].filter(Boolean).join(' · '),
        }))}
        onChange={({ currentTarget }) => {
          const chosen = offered.find((each) => String(each.membership_type_id) === currentTarget.value)
          if (chosen) onChange({ ...joining, type: chosen })
        }}
      />
    </>
  )
}

/** All today, or by a plan; the difference of an upgrade also with the instalments that are open. */
function PlanField({ joining }: { joining: Joining }) {
  const { price } = useConsole()
  const { type, isUpgrade = false } = joining
  const plans = type.payment_options.filter(({ instalments }) => instalments.length > 0)
  const options = [
    { value: '', label: words.allToday },
    ...(isUpgrade ? [{ value: WITH_OPEN, label: words.withTheOpenInstalments }] : []),
    ...plans.map(({ membership_payment_option_id: value, title, due_now }) => ({
      value,
      label: isUpgrade ? title : words.planNamed({ title, today: price(due_now, type.currency) }),
    })),
  ]
  if (options.length < 2) return null
  return <SelectField name={fieldName(joining, 'plan')} label={words.howItIsPaid} options={options} />
}
