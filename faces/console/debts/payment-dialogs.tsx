import type { DebtWithEntries } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { typedAmount } from './typed-amount.ts'

type Method = 'cash' | 'transfer' | 'card' | 'cheque' | 'other'

const FROM_FANS: { value: Method; label: string }[] = [
  { value: 'transfer', label: words.bankTransfer },
  { value: 'cash', label: words.cash },
  { value: 'card', label: words.cardOnATerminalOf },
  { value: 'cheque', label: words.cheque },
  { value: 'other', label: words.somethingElse },
]
const TO_FANS: { value: Method; label: string }[] = [
  { value: 'cash', label: words.cashOverTheCounter },
  { value: 'transfer', label: words.bankTransfer },
]

type DialogProps = { debt: DebtWithEntries; onClose(): void; onDone(amount: number): void }

/** Money that staff have received or handed back: it is written down here, and moves nowhere by itself. */
export function PaymentDialog({ debt, onClose, onDone }: DialogProps) {
  const { price } = useConsole()
  const isFans = debt.owed_by === 'fan'
  const [method, setMethod] = useState<Method>(isFans || debt.kind === 'transfer_refund' ? 'transfer' : 'cash')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const till = useOpenTill(debt.currency)
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    // What the club owes goes out whole.
    const amount = isFans ? typedAmount(filled.text('amount')) : debt.open
    const reference = filled.optional('reference')
    const tillId = till && filled.isTicked('through_till') ? till.till_id : undefined
    const body = {
      payment_method: method,
      amount,
      ...(reference !== undefined && { reference }),
      ...(tillId !== undefined && { till_id: tillId }),
    }
    // What was typed is part of the name: another amount is another wish.
    const key = `${idempotencyKey}-${method}-${amount}-${tillId ?? 0}`
    await api.debts.recordPayment(debt.debt_id, body, { idempotencyKey: key })
    onDone(amount)
  })
  const problems = fieldErrors(error)
  const isUnexplained = error !== undefined && Object.keys(problems).length === 0
  const isReferenced = !isFans && method === 'transfer'
  return (
    <Dialog open title={isFans ? words.recordAPayment : words.recordAsPaidBack} onClose={onClose}>
      {!isFans && <p>{words.onceHaveBeenHandedOver({ open: price(debt.open, debt.currency) })}</p>}
      <form class={form.form} onSubmit={submit}>
        {isUnexplained && <TroubleNotice error={error} />}
        <SelectField
          name="method"
          label={words.how}
          options={isFans ? FROM_FANS : TO_FANS}
          defaultValue={method}
          onChange={({ currentTarget }) => setMethod(currentTarget.value as Method)}
          error={problems.payment_method}
        />
        {isFans && <AmountField debt={debt} most={debt.open} error={problems.amount} />}
        {method === 'cash' && till && (
          <CheckField
            name="through_till"
            defaultChecked
            label={isFans ? words.intoDrawer({ name: till.name }) : words.outOfDrawer({ name: till.name })}
          />
        )}
        <Field
          name="reference"
          label={common.reference}
          {...(isReferenced ? { required: true } : { optional: words.ofTheTransferTheReceipt })}
          maxLength={255}
          error={problems.reference}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.recordIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Theirs is enough for all of it, or for a part. */
export function CreditDialog({ debt, balance, onClose, onDone }: DialogProps & { balance: number }) {
  const { price } = useConsole()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const amount = typedAmount(filled.text('amount'))
    await api.debts.payByCredit(debt.debt_id, { amount }, { idempotencyKey: `${idempotencyKey}-${amount}` })
    onDone(amount)
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.payFromTheirCredit} onClose={onClose}>
      <p>{words.theyHaveOfCreditWhat({ balance: price(balance, debt.currency) })}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <AmountField debt={debt} most={Math.min(balance, debt.open)} error={problems.amount} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.payFromCredit}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

const AmountField = ({ debt, most, error }: { debt: DebtWithEntries; most: number; error?: string | undefined }) => (
  <Field
    name="amount"
    label={words.amountIn({ currency: debt.currency })}
    inputMode="numeric"
    required
    maxLength={13}
    defaultValue={String(most)}
    error={error}
  />
)

/** One's own open drawer, where it has this currency. */
function useOpenTill(currency: string) {
  const { whyNot } = useConsole()
  const maySell = whyNot('box_office:manage') === undefined
  const { data } = useLoad(
    async () => (maySell ? (await api.boxOffice.listTills({ status: 'open', mine: true, limit: 1 }).page()).data : []),
    [maySell],
  )
  return data?.find((till) => till.currency === currency)
}
