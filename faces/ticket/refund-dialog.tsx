import { Field } from '../kit/field.tsx'
import { AskingForm } from './asking-form.tsx'
import type { OnChanged } from './on-changed.ts'
import { words } from './words.ts'

type RefundDialogProps = { open: boolean; until: string; onClose(): void; onChanged: OnChanged }

export const RefundDialog = ({ open, until, onClose, onChanged }: RefundDialogProps) => (
  <AskingForm
    open={open}
    title={words.refundTitle}
    hint={words.refundHint(until)}
    submit={words.refundDo}
    method="POST"
    path="/refund_requests"
    onClose={onClose}
    onDone={(page) => onChanged(page, words.refundStates.open)}
  >
    {(errors) => <Field label={words.reason} name="reason" maxLength={1000} autocomplete="off" error={errors.reason} />}
  </AskingForm>
)
