import type { ManagedOrder } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors, serverNow } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/orders.ts'
import { moneyGoes } from './refund-words.ts'
import { TransferSteps, transferOf } from './transfer-steps.tsx'

type Stepping = { order: ManagedOrder; onChanged(): void }

/** A provider has this long to answer by itself. */
const HANGS_AFTER_SECONDS = 600
const ENDED = ['succeeded', 'failed', 'cancelled']

/** What a desk seldom does with an order: each only where it would not be refused. */
export function OrderSteps({ order, onChanged }: Stepping) {
  const { whyNot } = useConsole()
  const [dialog, setDialog] = useState<'cancel' | 'settle' | undefined>()
  const isConfirmed = order.order_status === 'confirmed'
  const done = () => {
    setDialog(undefined)
    onChanged()
  }
  const close = () => setDialog(undefined)
  return (
    <>
      {isConfirmed && whyNot('orders:manage') === undefined && (
        <ConfirmButton
          label={words.newLinkAsk}
          title={words.newLinkTitle}
          verb={words.newLinkVerb}
          look="plain"
          act={async () => {
            await api.orders.revokeSecret(order.order_id)
            toast(words.newLinkDone)
            onChanged()
          }}
        >
          {words.newLinkText}
        </ConfirmButton>
      )}
      {hangs(order) && whyNot('orders:manage') === undefined && (
        <Button look="strong" onClick={() => setDialog('settle')}>
          {words.settleAsk}
        </Button>
      )}
      <TransferSteps order={order} onChanged={onChanged} />
      {isConfirmed && whyNot('refunds:manage') === undefined && (
        <Button look="danger" onClick={() => setDialog('cancel')}>
          {words.cancelAsk}
        </Button>
      )}
      {dialog === 'cancel' && <CancelOrderDialog order={order} onClose={close} onDone={done} />}
      {dialog === 'settle' && <SettleDialog order={order} onClose={close} onDone={done} />}
    </>
  )
}

const hangs = (order: ManagedOrder): boolean => {
  const { order_status, payments } = order
  const last = payments.at(-1)
  if (transferOf(order)) return false
  if (!last || (order_status !== 'pending' && order_status !== 'expired')) return false
  return !ENDED.includes(last.payment_status) && last.created < serverNow() / 1000 - HANGS_AFTER_SECONDS
}

type Asking = { order: ManagedOrder; onClose(): void; onDone(): void }

/** All of it, for good; whether the money goes back is asked with it. */
function CancelOrderDialog({ order, onClose, onDone }: Asking) {
  const { price } = useConsole()
  const left = order.total - order.refunded_amount - order.owed_amount
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const reason = filled.optional('reason')
    await api.orders.cancel(order.order_id, { refund: filled.isTicked('refund'), ...(reason && { reason }) })
    toast(words.orderIsCancelled)
    onDone()
  })
  return (
    <Dialog open title={words.cancelTitle} onClose={onClose}>
      <p>{words.cancelText}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        {left > 0 && (
          <CheckField
            name="refund"
            label={words.refundWithIt({ amount: price(left, order.currency) })}
            hint={moneyGoes(order)}
            defaultChecked
          />
        )}
        <Field name="reason" label={common.reason} optional={words.forTheRecord} maxLength={500} />
        <div class={form.actions}>
          <Button type="submit" look="danger" busy={isBusy}>
            {words.cancelVerb}
          </Button>
          <Button onClick={onClose}>{common.goBack}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The provider does not say what became of a payment: staff who have looked at its own pages do. */
function SettleDialog({ order, onClose, onDone }: Asking) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const outcome = filled.text('outcome') === 'paid' ? ('paid' as const) : ('failed' as const)
    const [reference, reason] = [filled.optional('reference'), filled.optional('reason')]
    await api.orders.settle(order.order_id, { outcome, ...(reference && { reference }), ...(reason && { reason }) })
    toast(words.settled)
    onDone()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.settleTitle} onClose={onClose}>
      <p>{words.settleText}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <div role="radiogroup" aria-label={words.settleTitle}>
          <CheckField
            type="radio"
            name="outcome"
            value="paid"
            label={words.itWasPaid}
            hint={words.itWasPaidHint}
            required
          />
          <CheckField
            type="radio"
            name="outcome"
            value="failed"
            label={words.itWasNotPaid}
            hint={words.itWasNotPaidHint}
          />
        </div>
        <Field
          name="reference"
          label={words.providerReference}
          optional={words.ifItHasOne}
          maxLength={200}
          error={problems.reference}
        />
        <Field
          name="reason"
          label={common.reason}
          optional={words.forTheRecord}
          maxLength={500}
          error={problems.reason}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.settleVerb}
          </Button>
          <Button onClick={onClose}>{common.goBack}</Button>
        </div>
      </form>
    </Dialog>
  )
}
