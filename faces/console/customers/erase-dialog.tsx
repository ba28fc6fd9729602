import type { Customer, CustomerOpenItems, EraseCustomer } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/customers.ts'
import { customerName } from './customer-name.ts'
import { type OpenKind, openAmount } from './open-amounts.ts'

type Choices = { owed_by_customer: string; owed_to_customer: string; credit: string }
type Asked = keyof Choices
const SETTLE_FIRST = 'settle_first'
const NOTHING_CHOSEN: Choices = { owed_by_customer: SETTLE_FIRST, owed_to_customer: SETTLE_FIRST, credit: SETTLE_FIRST }

/** The API's word for each choice of the dialog. */
const BODIES: Record<string, EraseCustomer> = {
  'owed_by_customer write_off': { owed_by_customer: 'write_off' },
  'owed_to_customer transfer': { owed_to_customer: 'pay_out', payment_method: 'transfer' },
  'owed_to_customer cash': { owed_to_customer: 'pay_out', payment_method: 'cash' },
  'owed_to_customer write_off': { owed_to_customer: 'write_off' },
  'credit withdraw': { credit: 'withdraw' },
}
const bodyOf = (choices: Choices): EraseCustomer =>
  Object.assign({}, ...Object.entries(choices).map(([kind, choice]) => BODIES[`${kind} ${choice}`] ?? {}))

/** Says what is still open before a person is erased, and asks what becomes of it. */
export function EraseDialog({
  customer,
  onClose,
  onErased,
}: {
  customer: Customer
  onClose(): void
  onErased(): void
}) {
  const { org_customer_id: id } = customer
  const { data, error: unread } = useLoad(() => api.customers.retrieveOpenItems(id), [id])
  const [choices, setChoices] = useState(NOTHING_CHOSEN)
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const reference = filled.optional('reference')
    await api.customers.erase(id, { ...bodyOf(choices), ...(reference && { reference }) })
    onErased()
  })
  const trouble = error ?? unread
  const isAsking = data?.sums.some((sum) => ASKED.some((kind) => sum[kind] > 0 && choices[kind] === SETTLE_FIRST))
  const isCollecting = data?.sums.some(({ being_collected }) => being_collected > 0)
  return (
    <Dialog open title={words.erase2({ customer: customerName(customer) })} onClose={onClose}>
      <p>{words.nameAddressesNumbersAndAnswers}</p>
      <form class={form.form} onSubmit={submit}>
        {trouble !== undefined && <TroubleNotice error={trouble} />}
        {data && data.unpaid_memberships > 0 && <p>{words.unpaidMembershipsEnd({ count: data.unpaid_memberships })}</p>}
        {data && <Questions items={data} choices={choices} choose={setChoices} />}
        <div class={form.actions}>
          <Button
            type="submit"
            look="danger"
            busy={isBusy || data === undefined}
            why={isAsking || isCollecting ? words.settleBeforeErasing : undefined}
          >
            {words.eraseForGood}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

const ASKED: Asked[] = ['owed_by_customer', 'owed_to_customer', 'credit']

type QuestionsProps = { items: CustomerOpenItems; choices: Choices; choose(choices: Choices): void }

function Questions({ items, choices, choose }: QuestionsProps) {
  const { price, whyNot } = useConsole()
  const amountOf = (kind: OpenKind) => openAmount(items.sums, kind, price)
  const collecting = amountOf('being_collected')
  if (collecting !== undefined) return <p>{words.beingCollected({ amount: collecting })}</p>
  const questions = ASKED.flatMap((kind) => {
    const amount = amountOf(kind)
    return amount === undefined ? [] : [{ kind, amount }]
  })
  const maySettle = whyNot('debts:manage') === undefined
  return (
    <>
      {questions.map(({ kind, amount }) => (
        <fieldset key={kind} class={form.group}>
          <legend>{TITLES[kind](amount)}</legend>
          <Option kind={kind} value={SETTLE_FIRST} label={words.doNotErase} choices={choices} choose={choose} />
          {maySettle &&
            optionsOf(kind, amount).map((option) => (
              <Option key={option.value} kind={kind} choices={choices} choose={choose} {...option} />
            ))}
          {kind === 'owed_to_customer' && choices.owed_to_customer === 'transfer' && (
            <Field name="reference" label={words.transferReference} maxLength={255} required />
          )}
        </fieldset>
      ))}
    </>
  )
}

const TITLES: Record<Asked, (amount: string) => string> = {
  owed_by_customer: (amount) => words.customerOwes({ amount }),
  owed_to_customer: (amount) => words.clubOwes({ amount }),
  credit: (amount) => words.customerHasCredit({ amount }),
}

type Answer = { value: string; label: string; hint?: string }

function optionsOf(kind: Asked, amount: string): Answer[] {
  const byKind: Record<Asked, Answer[]> = {
    owed_by_customer: [{ value: 'write_off', label: words.writeOffOwed({ amount }), hint: words.writeOffOwedHint }],
    owed_to_customer: [
      { value: 'transfer', label: words.paidOutByTransfer({ amount }) },
      { value: 'cash', label: words.paidOutInCash({ amount }) },
      { value: 'write_off', label: words.doesWithout({ amount }), hint: words.doesWithoutHint },
    ],
    credit: [{ value: 'withdraw', label: words.withdrawCredit({ amount }) }],
  }
  return byKind[kind]
}

type OptionProps = Answer & { kind: Asked; choices: Choices; choose(choices: Choices): void }

const Option = ({ kind, value, label, hint, choices, choose }: OptionProps) => (
  <CheckField
    type="radio"
    name={kind}
    value={value}
    label={label}
    hint={hint}
    defaultChecked={value === SETTLE_FIRST}
    onChange={() => choose({ ...choices, [kind]: value })}
  />
)
