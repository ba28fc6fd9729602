import type { DebtWithEntries } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/debts.ts'

/** Another day for an instalment. */
export function MoveDayDialog({
  debt,
  onClose,
  onDone,
}: {
  debt: DebtWithEntries
  onClose(): void
  onDone(said: string): void
}) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const due_on = filled.text('due_on')
    await api.members.moveInstalment(debt.debt_id, { due_on }, { idempotencyKey: `${idempotencyKey}-${due_on}` })
    onDone(words.isMoved)
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.moveTitle} onClose={onClose}>
      <p>{words.moveText}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="due_on" type="date" label={words.newDay} required autofocus error={problems.due_on} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.moveVerb}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
