import type { TransferAccount } from '@grandstand/sdk'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import type { FormDescription, FormPart } from '../parts/form/description.ts'
import { DescribedForm } from '../parts/form/form.tsx'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/services.ts'
import type { Why } from './organisation-form.tsx'

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
  const form: FormDescription = {
    parts: partsOf(account),
    submit: async (filled) => {
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
      toast(common.saved)
    },
    verb: common.save,
    look: 'plain',
    why,
  }
  return <DescribedForm form={form} />
}

function partsOf(account: TransferAccount): FormPart[] {
  const text = (
    name: 'account_holder' | 'iban' | 'bic' | 'postcode' | 'town',
    field: { label: string; hint?: string; optional?: string; maxLength: number },
  ) => ({ kind: 'text' as const, name, ...field, value: account[name] })
  const days = (name: 'days' | 'days_before_event', label: string, min: number) => ({
    kind: 'number' as const,
    name,
    label,
    min,
    max: 60,
    value: account[name],
  })
  const forSwiss = words.forSwissCodes
  return [
    { kind: 'tick', name: 'switched_on', label: words.transfersOn, value: account.switched_on },
    {
      kind: 'row',
      fields: [
        text('account_holder', { label: words.accountHolder, maxLength: 70 }),
        text('iban', { label: words.iban, hint: words.ibanHint, maxLength: 50 }),
        text('bic', { label: words.bic, optional: words.bicOptional, maxLength: 11 }),
      ],
    },
    {
      kind: 'row',
      fields: [
        text('postcode', { label: words.holderPostcode, optional: forSwiss, maxLength: 16 }),
        text('town', { label: words.holderTown, optional: forSwiss, maxLength: 35 }),
      ],
    },
    {
      kind: 'row',
      fields: [days('days', words.transferDays, 1), days('days_before_event', words.transferDaysBefore, 2)],
    },
  ]
}
