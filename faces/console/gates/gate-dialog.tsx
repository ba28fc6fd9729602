import type { Gate } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/gates.ts'

/** What a gate is called, and how stewards at another one say the way to it. */
export function GateDialog({ gate, onClose, onDone }: { gate: Gate; onClose(): void; onDone(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const directions = filled.optional('directions') ?? null
    await api.venues.changeGate(gate.gate_id, { name: filled.text('name'), directions })
    onDone()
  })
  return (
    <Dialog open title={gate.name} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="name" label={words.name} defaultValue={gate.name} required maxLength={100} />
        <Field
          name="directions"
          label={words.howToFindIt}
          hint={words.scannersShowItWhenSomebody}
          optional={words.optional}
          defaultValue={gate.directions ?? ''}
          maxLength={200}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.save}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
