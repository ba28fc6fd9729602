import type { TransferAccount } from '@grandstand/sdk'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/services.ts'
import { Save, type Why } from './organisation-form.tsx'

/** Whether fans may pay by bank transfer, and where to. */
export function TransferSheet({ why }: Why) {
  const { data, error, reload, set } = useLoad(() => api.payments.retrieveTransferAccount(), [])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  return (
    <Sheet title={words.transfers} about={words.aboutTransfers}>
      <TransferForm account={data} why={why} onSaved={set} />
    </Sheet>
  )
}

type FormProps = Why & { account: TransferAccount; onSaved(account: TransferAccount): void }

function TransferForm({ account, why, onSaved }: FormProps) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const saved = await api.payments.changeTransferAccount({
      switched_on: filled.isTicked('switched_on'),
      iban: filled.optional('iban') ?? null,
      bic: filled.optional('bic') ?? null,
      account_holder: filled.optional('account_holder') ?? null,
      postcode: filled.optional('postcode') ?? null,
      town: filled.optional('town') ?? null,
      days: filled.number('days') ?? account.days,
      days_before_event: filled.number('days_before_event') ?? account.days_before_event,
    })
    onSaved(saved)
    toast(words.saved)
  })
  const problems = fieldErrors(error)
  const text = (
    name: 'account_holder' | 'iban' | 'bic' | 'postcode' | 'town',
    said: { label: string; hint?: string; optional?: string; maxLength: number },
  ) => <Field name={name} {...said} defaultValue={account[name] ?? ''} error={problems[name]} />
  const days = (name: 'days' | 'days_before_event', label: string, min: number) => (
    <Field
      name={name}
      label={label}
      type="number"
      min={min}
      max={60}
      defaultValue={String(account[name])}
      error={problems[name]}
    />
  )
  return (
    <form class={form.form} onSubmit={submit}>
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      <CheckField name="switched_on" label={words.transfersOn} defaultChecked={account.switched_on} />
      <div class={form.pair}>
        {text('account_holder', { label: words.accountHolder, maxLength: 70 })}
        {text('iban', { label: words.iban, hint: words.ibanHint, maxLength: 50 })}
        {text('bic', { label: words.bic, optional: words.bicOptional, maxLength: 11 })}
      </div>
      <div class={form.pair}>
        {text('postcode', { label: words.holderPostcode, optional: words.forSwissCodes, maxLength: 16 })}
        {text('town', { label: words.holderTown, optional: words.forSwissCodes, maxLength: 35 })}
      </div>
      <div class={form.pair}>
        {days('days', words.transferDays, 1)}
        {days('days_before_event', words.transferDaysBefore, 2)}
      </div>
      <Save {...{ why, isBusy }} />
    </form>
  )
}
