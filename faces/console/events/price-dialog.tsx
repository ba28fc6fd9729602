import type { ManagedPrice, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import form from '../parts/form.module.css'
import { TaxRateField, taxRateOf } from '../parts/tax-rate-field.tsx'
import { type TranslatedText, TranslationsField, translationsFrom } from '../parts/translations-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { type Filled, useSubmit } from '../parts/use-submit.ts'
import { changedMoment, wallTime } from '../parts/zone-time.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { words } from '../words/offers.ts'
import { concessionOf } from './concession.ts'
import { PriceRules, rulesOf } from './price-rules.tsx'

type Known = ManagedPrice | undefined

const TEXTS: TranslatedText[] = [{ name: 'title', label: common.title, maxLength: 200 }]

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
    toast(common.saved)
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
      optional={eventWords.price.limitHint}
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
      optional={eventWords.price.clock}
      type="datetime-local"
      defaultValue={wallOf(price?.[name] ?? null, timezone)}
      error={problems[name]}
    />
  )
  return (
    <Dialog open title={price ? eventWords.price.change : eventWords.price.new} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="title" label={common.title} defaultValue={price?.title ?? ''} required error={problems.title} />
        {!price && (
          <SelectField
            name="price_category_id"
            label={common.category}
            options={pools.map(({ price_category_id, title }) => ({ value: String(price_category_id), label: title }))}
          />
        )}
        <div class={form.pair}>
          {amount('price', eventWords.price.amount({ currency }))}
          {amount('service_fee', eventWords.price.fee)}
          {amount('service_tax', eventWords.price.feeTax)}
          {amount('rebate', eventWords.price.feeRebate)}
        </div>
        <TaxRateField bearer={price} problem={problems.tax_rate_id} />
        <div class={form.pair}>
          {moment('available_from_unix', eventWords.price.from)}
          {moment('available_until_unix', common.until)}
        </div>
        <div class={form.pair}>
          {cap('limit_places', eventWords.price.capacity)}
          {cap('max_per_order', eventWords.price.perOrder)}
          {cap('max_per_customer', eventWords.price.perCustomer)}
        </div>
        <CheckField name="show_online" label={eventWords.price.inShop} defaultChecked={price?.show_online ?? true} />
        <CheckField
          name="show_boxoffice"
          label={eventWords.price.atBoxOffice}
          defaultChecked={price?.show_boxoffice ?? true}
        />
        <SelectField
          name="concession"
          label={eventWords.check.title}
          defaultValue={price?.concession ?? ''}
          options={[
            { value: '', label: eventWords.check.none },
            { value: 'child', label: eventWords.check.child },
            { value: 'concession', label: eventWords.check.concession },
          ]}
        />
        <Field
          name="gate_check"
          label={eventWords.check.text}
          optional={eventWords.check.textHint}
          defaultValue={price?.gate_check ?? ''}
          maxLength={100}
          error={problems.gate_check}
        />
        <PriceRules price={price} problems={problems} />
        <TranslationsField texts={TEXTS} translations={price?.translations} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
          {price && (
            <ConfirmButton
              label={words.archivePrice}
              title={words.archivePriceTitle}
              verb={common.archive}
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
  ...taxRateOf(filled),
  ...rulesOf(filled, price),
})
