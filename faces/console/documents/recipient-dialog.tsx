import type { DocumentRecipient } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { CountryField } from '../../kit/country-field.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { locale } from '../language/language.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/documents.ts'
import { VatCheckNote } from './vat-check.tsx'

/** For whom the document of an order is to be, until it is issued. */
export function RecipientDialog({ orderId, onClose }: { orderId: number; onClose(): void }) {
  const { data, error, reload } = useLoad(() => api.documents.retrieveRecipient(orderId), [orderId])
  return (
    <Dialog open title={words.whomDialog} onClose={onClose}>
      <p>{words.whomText}</p>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && <VatCheckNote recipient={data} onAsked={reload} />}
      {data && <RecipientForm recipient={data} onClose={onClose} />}
    </Dialog>
  )
}

function RecipientForm({ recipient, onClose }: { recipient: DocumentRecipient; onClose(): void }) {
  const { organisation } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.documents.setRecipient(recipient.order_id, {
      name: filled.text('name'),
      company: filled.optional('company') ?? null,
      address_lines: [filled.text('address'), filled.text('more')].filter((line) => line !== ''),
      postcode: filled.optional('postcode') ?? null,
      city: filled.text('city'),
      country: filled.text('country'),
      vat_id: filled.optional('vat_id') ?? null,
      reference: filled.optional('reference') ?? null,
      peppol_id: filled.optional('peppol_id') ?? null,
    })
    toast(common.saved)
    onClose()
  })
  const problems = fieldErrors(error)
  const start = { ...recipient, ...recipient.suggested }
  const field = (name: string, label: string, value: string | null | undefined, more: object = {}) => (
    <Field name={name} label={label} defaultValue={value ?? ''} error={problems[name]} {...more} />
  )
  const optional = { optional: words.optional }
  return (
    <form class={form.form} onSubmit={submit}>
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      {field('name', common.name, start.name, { required: true, maxLength: 200, autofocus: true })}
      {field('company', common.company, start.company, { ...optional, maxLength: 200 })}
      {field('address', words.address, start.address_lines[0], {
        required: true,
        maxLength: 100,
        error: problems.address_lines,
      })}
      {field('more', words.more, start.address_lines[1], { ...optional, maxLength: 100 })}
      <div class={form.pair}>
        {field('postcode', common.postcode, start.postcode, { ...optional, maxLength: 20 })}
        {field('city', words.city, start.city, { required: true, maxLength: 100 })}
      </div>
      <div class={form.pair}>
        <CountryField
          name="country"
          label={common.country}
          locale={locale}
          defaultValue={start.country ?? organisation.country}
          error={problems.country}
        />
        {field('vat_id', words.vatId, start.vat_id, { ...optional, maxLength: 30, hint: words.vatIdHint })}
      </div>
      {field('reference', words.reference, start.reference, { ...optional, maxLength: 100 })}
      {field('peppol_id', words.peppolIdOfBuyer, start.peppol_id, {
        ...optional,
        maxLength: 90,
        hint: words.peppolIdHint,
      })}
      <div class={form.actions}>
        <Button type="submit" look="strong" busy={isBusy}>
          {common.save}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </form>
  )
}
