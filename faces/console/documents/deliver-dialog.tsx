import type { Document } from '@grandstand/sdk'
import { toast } from '../../kit/toast.tsx'
import { api } from '../parts/api.ts'
import type { FormDescription } from '../parts/form/description.ts'
import { FormDialog } from '../parts/form/form.tsx'
import { words } from '../words/documents.ts'
import { deliveryProblem } from './delivery-state.ts'

type DeliverDialogProps = { document: Document; onClose(): void; onDone(): void }

/** Sends an invoice or a credit note to its buyer by Peppol, once more or for the first time. */
export function DeliverDialog({ document, onClose, onDone }: DeliverDialogProps) {
  const { document_id, number, delivery } = document
  const form: FormDescription = {
    parts: [
      {
        kind: 'text',
        name: 'peppol_id',
        label: words.peppolIdOfBuyer,
        hint: words.peppolIdHint,
        optional: words.optional,
        maxLength: 90,
        value: delivery?.peppol_id ?? null,
      },
    ],
    submit: async (filled) => {
      const peppolId = filled.optional('peppol_id')
      await api.documents.deliver(document_id, peppolId === undefined ? {} : { peppol_id: peppolId })
      toast(words.handedToPeppol)
      onDone()
    },
    verb: delivery === null ? words.send : words.sendAgain,
  }
  const problem = delivery && deliveryProblem(delivery)
  return (
    <FormDialog title={words.deliverTitle({ number })} form={form} onClose={onClose}>
      <p>{words.deliverText}</p>
      {problem && <p>{problem}</p>}
    </FormDialog>
  )
}
