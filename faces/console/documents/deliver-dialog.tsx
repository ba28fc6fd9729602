import type { Document } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/documents.ts'
import { deliveryProblem } from './delivery-state.ts'

type DeliverDialogProps = { document: Document; onClose(): void; onDone(): void }

/** Sends an invoice or a credit note to its buyer by Peppol, once more or for the first time. */
export function DeliverDialog({ document, onClose, onDone }: DeliverDialogProps) {
  const { document_id, number, delivery } = document
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const peppolId = filled.optional('peppol_id')
    await api.documents.deliver(document_id, peppolId === undefined ? {} : { peppol_id: peppolId })
    toast(words.handedToPeppol)
    onDone()
  })
  const problems = fieldErrors(error)
  const problem = delivery && deliveryProblem(delivery)
  return (
    <Dialog open title={words.deliverTitle(number)} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        <p>{words.deliverText}</p>
        {problem && <p>{problem}</p>}
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="peppol_id"
          label={words.peppolIdOfBuyer}
          hint={words.peppolIdHint}
          optional={words.optional}
          maxLength={90}
          defaultValue={delivery?.peppol_id ?? ''}
          error={problems.peppol_id}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {delivery === null ? words.send : words.sendAgain}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
