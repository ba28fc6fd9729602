import type { DebtWithEntries } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { api } from '../parts/api.ts'
import type { FormDescription } from '../parts/form/description.ts'
import { FormDialog } from '../parts/form/form.tsx'
import { words } from '../words/debts.ts'

type Props = { debt: DebtWithEntries; onClose(): void; onDone(said: string): void }

/** Another day for an instalment. */
export function MoveDayDialog({ debt, onClose, onDone }: Props) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form: FormDescription = {
    parts: [{ kind: 'date', name: 'due_on', label: words.newDay, required: true, autofocus: true }],
    submit: async (filled) => {
      const due_on = filled.text('due_on')
      await api.members.moveInstalment(debt.debt_id, { due_on }, { idempotencyKey: `${idempotencyKey}-${due_on}` })
      onDone(words.isMoved)
    },
    verb: words.moveVerb,
  }
  return (
    <FormDialog title={words.moveTitle} form={form} onClose={onClose}>
      <p>{words.moveText}</p>
    </FormDialog>
  )
}
