import type { DebtWithEntries } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import type { FormDescription } from '../parts/form/description.ts'
import { FormDialog } from '../parts/form/form.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { typedAmount } from './typed-amount.ts'

type Props = { debt: DebtWithEntries; onClose(): void; onDone(said: string): void }

/** Money that the fan is not asked for any more; of the club's, that the fan does not want. */
export function WaiveDialog({ debt, onClose, onDone }: Props) {
  const { price } = useConsole()
  const isFans = debt.owed_by === 'fan'
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form: FormDescription = {
    parts: [
      isFans && {
        kind: 'text',
        name: 'amount',
        label: words.amountIn({ currency: debt.currency }),
        inputMode: 'numeric',
        required: true,
        maxLength: 13,
        value: debt.open,
      },
      { kind: 'text', name: 'reason', label: common.reason, required: true, maxLength: 500 },
    ],
    submit: async (filled) => {
      const amount = isFans ? typedAmount(filled.text('amount')) : debt.open
      const body = { amount, reason: filled.text('reason') }
      await api.debts.waive(debt.debt_id, body, { idempotencyKey: `${idempotencyKey}-${amount}` })
      onDone(`${price(amount, debt.currency)} ${isFans ? words.writtenOff : words.stayWithTheClub}`)
    },
    verb: isFans ? words.writeItOff : words.itStaysWithTheClub,
    look: 'danger',
  }
  return (
    <FormDialog title={isFans ? words.writeOff : words.notWantedBack2} form={form} onClose={onClose}>
      <p>{isFans ? words.nobodyAsksForItAny : words.theFanDoesWithoutThe({ open: price(debt.open, debt.currency) })}</p>
    </FormDialog>
  )
}
