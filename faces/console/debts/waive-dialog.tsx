import type { DebtWithEntries } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/debts.ts'
import { AmountField } from './payment-dialogs.tsx'
import { typedAmount } from './typed-amount.ts'

/** Money that the fan is not asked for any more; of the club's, that the fan does not want. */
export function WaiveDialog({
  debt,
  onClose,
  onDone,
}: {
  debt: DebtWithEntries
  onClose(): void
  onDone(said: string): void
}) {
  const { price } = useConsole()
  const isFans = debt.owed_by === 'fan'
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const amount = isFans ? typedAmount(filled.text('amount')) : debt.open
    const body = { amount, reason: filled.text('reason') }
    await api.debts.waive(debt.debt_id, body, { idempotencyKey: `${idempotencyKey}-${amount}` })
    onDone(`${price(amount, debt.currency)} ${isFans ? words.writtenOff : words.stayWithTheClub}`)
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={isFans ? words.writeOff : words.notWantedBack2} onClose={onClose}>
      <p>{isFans ? words.nobodyAsksForItAny : words.theFanDoesWithoutThe(price(debt.open, debt.currency))}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        {isFans && <AmountField debt={debt} most={debt.open} error={problems.amount} />}
        <Field name="reason" label={words.reason} required maxLength={500} error={problems.reason} />
        <div class={form.actions}>
          <Button type="submit" look="danger" busy={isBusy}>
            {isFans ? words.writeItOff : words.itStaysWithTheClub}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
