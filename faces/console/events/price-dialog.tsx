import type { ManagedPrice, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import form from '../parts/form.module.css'
import { type TranslatedText, TranslationsField, translationsFrom } from '../parts/translations-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { type Filled, useSubmit } from '../parts/use-submit.ts'
import { changedMoment, wallTime } from '../parts/zone-time.ts'
import { words } from '../words/offers.ts'
import { concessionOf } from './concession.ts'
import { PriceRules, rulesOf } from './price-rules.tsx'

type Known = ManagedPrice | undefined

const TEXTS: TranslatedText[] = [{ name: 'title', label: 'Title', maxLength: 200 }]

/** What a place costs, when it is sold, and to how many. Orders that were placed keep what they paid. */
export function PriceDialog({
  event,
  pools,
  price,
  onClose,
  onDone,
}: {
  event: TicketedEvent
  pools: PriceCategory[]
  /** undefined: a new one. */
  price: Known
  onClose(): void
  onDone(): void
}) {
  const { timezone, currency } = event
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const body = bodyOf(filled, price, timezone)
    if (price) await api.prices.change(price.price_id, body)
    else
      await api.prices.create(event.event_id, {
        ...body,
        price_category_id: filled.number('price_category_id') ?? 0,
      })
    toast('Saved')
    onDone()
  })
  const problems = fieldErrors(error)
  const amount = (name: 'price' | 'service_fee' | 'service_tax' | 'rebate', label: string) => (
    <Field
      name={name}
      label={label}
      type="number"
      min={0}
      step="any"
      defaultValue={String(price?.[name] ?? (name === 'price' ? '' : 0))}
      required
      error={problems[name]}
    />
  )
  const cap = (name: 'limit_places' | 'max_per_order' | 'max_per_customer', label: string) => (
    <Field
      name={name}
      label={label}
      optional="if there is a limit"
      type="number"
      min={1}
      defaultValue={String(price?.[name] ?? '')}
      error={problems[name]}
    />
  )
  const moment = (name: 'available_from_unix' | 'available_until_unix', label: string) => (
    <Field
      name={name}
      label={label}
      optional="by the venue’s clock"
      type="datetime-local"
      defaultValue={wallOf(price?.[name] ?? null, timezone)}
      error={problems[name]}
    />
  )
  return (
    <Dialog open title={price ? 'Change the price' : 'New price'} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="title" label="Title" defaultValue={price?.title ?? ''} required error={problems.title} />
        {!price && (
          <SelectField
            name="price_category_id"
            label="Category"
            options={pools.map(({ price_category_id, title }) => ({ value: String(price_category_id), label: title }))}
          />
        )}
        <div class={form.pair}>
          {amount('price', `Price in ${currency}`)}
          {amount('service_fee', 'Service fee')}
          {amount('service_tax', 'Tax on the fee')}
          {amount('rebate', 'Rebate of the fee')}
        </div>
        <div class={form.pair}>
          {moment('available_from_unix', 'On sale from')}
          {moment('available_until_unix', 'Until')}
        </div>
        <div class={form.pair}>
          {cap('limit_places', 'Places at this price')}
          {cap('max_per_order', 'In one order')}
          {cap('max_per_customer', 'For one customer')}
        </div>
        <CheckField name="show_online" label="Sold in the shop" defaultChecked={price?.show_online ?? true} />
        <CheckField
          name="show_boxoffice"
          label="Sold at the box office"
          defaultChecked={price?.show_boxoffice ?? true}
        />
        <SelectField
          name="concession"
          label="At the gate"
          defaultValue={price?.concession ?? ''}
          options={[
            { value: '', label: 'Nothing to check' },
            { value: 'child', label: 'Child: stewards check' },
            { value: 'concession', label: 'Concession: stewards check' },
          ]}
        />
        <Field
          name="gate_check"
          label="What stewards check"
          optional="such as “under 16” or “student card”"
          defaultValue={price?.gate_check ?? ''}
          maxLength={100}
          error={problems.gate_check}
        />
        <PriceRules price={price} problems={problems} />
        <TranslationsField texts={TEXTS} translations={price?.translations} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            Save
          </Button>
          <Button onClick={onClose}>Leave it</Button>
          {price && (
            <ConfirmButton
              label={words.archivePrice}
              title={words.archivePriceTitle}
              verb={words.archiveVerb}
              act={async () => {
                await api.prices.archive(price.price_id)
                onDone()
              }}
            >
              {words.archivePriceText}
            </ConfirmButton>
          )}
        </div>
      </form>
    </Dialog>
  )
}

const wallOf = (unix: number | null, zone: string) => (unix === null ? '' : wallTime(unix, zone))

const bodyOf = (filled: Filled, price: Known, zone: string) => ({
  title: filled.text('title'),
  translations: translationsFrom(filled, TEXTS, price?.translations),
  price: filled.number('price') ?? 0,
  service_fee: filled.number('service_fee') ?? 0,
  service_tax: filled.number('service_tax') ?? 0,
  rebate: filled.number('rebate') ?? 0,
  available_from_unix: changedMoment(filled.optional('available_from_unix'), price?.available_from_unix ?? null, zone),
  available_until_unix: changedMoment(
    filled.optional('available_until_unix'),
    price?.available_until_unix ?? null,
    zone,
  ),
  limit_places: filled.number('limit_places') ?? null,
  max_per_order: filled.number('max_per_order') ?? null,
  max_per_customer: filled.number('max_per_customer') ?? null,
  show_online: filled.isTicked('show_online'),
  show_boxoffice: filled.isTicked('show_boxoffice'),
  concession: concessionOf(filled.text('concession')),
  gate_check: filled.text('gate_check') || null,
  ...rulesOf(filled, price),
})
