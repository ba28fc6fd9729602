import type { DocumentSeries, DocumentSettings } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { CountryField } from '../../kit/country-field.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField, TextField } from '../../kit/field.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { locale } from '../language/language.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import lists from '../parts/list/list.module.css'
import { Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/documents.ts'
import { words as serviceWords } from '../words/services.ts'
import { Save, type Why } from './organisation-form.tsx'
import { PeppolSheet } from './peppol-sheet.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

/** Who issues invoices and receipts, and their numbers. */
export function DocumentsPage() {
  const { whyNot } = useConsole()
  const settings = useLoad(() => api.documents.retrieveSettings(), [])
  const why = whyNot('documents:manage')
  return (
    <SettingsFrame title={serviceWords.invoices} scope="documents:manage">
      <p class={styles.muted}>
        {words.about} <a href={routes.documents()}>{words.documents}</a>
      </p>
      {settings.error !== undefined && <TroubleNotice error={settings.error} onRetry={settings.reload} />}
      {settings.data && (
        <Sheet title={words.issuer}>
          <IssuerForm settings={settings.data} why={why} onSaved={settings.set} />
        </Sheet>
      )}
      <SeriesSheet why={why} />
      <PeppolSheet why={why} />
    </SettingsFrame>
  )
}

type IssuerProps = Why & { settings: DocumentSettings; onSaved(settings: DocumentSettings): void }

function IssuerForm({ settings, why, onSaved }: IssuerProps) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const saved = await api.documents.replaceSettings({
      issuing: filled.isTicked('issuing'),
      issuer_name: filled.text('issuer_name'),
      address_lines: [filled.text('address'), filled.text('more')].filter((line) => line !== ''),
      postcode: filled.optional('postcode') ?? null,
      city: filled.optional('city') ?? null,
      country: filled.text('country'),
      vat_id: filled.optional('vat_id') ?? null,
      tax_number: filled.optional('tax_number') ?? null,
      register_number: filled.optional('register_number') ?? null,
      recipient_hours: filled.number('recipient_hours') ?? settings.recipient_hours,
      untaxed_reason: filled.optional('untaxed_reason') ?? null,
      footer: filled.optional('footer') ?? null,
    })
    onSaved(saved)
    toast(common.saved)
  })
  const problems = fieldErrors(error)
  const field = (name: string, label: string, value: string | number | null | undefined, more: object = {}) => (
    <Field name={name} label={label} defaultValue={String(value ?? '')} error={problems[name]} {...more} />
  )
  const optional = { optional: words.optional }
  return (
    <form class={form.form} onSubmit={submit}>
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      {field('issuer_name', words.issuerName, settings.issuer_name, { required: true, maxLength: 200 })}
      <div class={form.pair}>
        {field('address', words.address, settings.address_lines[0], {
          required: true,
          maxLength: 100,
          error: problems.address_lines,
        })}
        {field('more', words.more, settings.address_lines[1], { ...optional, maxLength: 100 })}
      </div>
      <div class={form.pair}>
        {field('postcode', common.postcode, settings.postcode, { ...optional, maxLength: 20 })}
        {field('city', words.city, settings.city, { ...optional, maxLength: 100 })}
      </div>
      <div class={form.pair}>
        <CountryField
          name="country"
          label={common.country}
          locale={locale}
          defaultValue={settings.country}
          error={problems.country}
        />
        {field('vat_id', words.vatId, settings.vat_id, { ...optional, maxLength: 30, hint: words.vatIdHint })}
      </div>
      <div class={form.pair}>
        {field('tax_number', words.taxNumber, settings.tax_number, { ...optional, maxLength: 50 })}
        {field('register_number', words.registerNumber, settings.register_number, { ...optional, maxLength: 100 })}
      </div>
      {field('recipient_hours', words.hours, settings.recipient_hours, {
        type: 'number',
        min: 0,
        max: 720,
        hint: words.hoursHint,
      })}
      {field('untaxed_reason', words.untaxed, settings.untaxed_reason, {
        ...optional,
        maxLength: 500,
        hint: words.untaxedHint,
      })}
      <TextField
        name="footer"
        label={words.footer}
        optional={words.optional}
        rows={3}
        maxLength={500}
        defaultValue={settings.footer ?? ''}
        error={problems.footer}
      />
      <CheckField
        name="issuing"
        label={settings.issued_from === null ? words.isOn : words.isOnSince({ time: shortTime(settings.issued_from) })}
        defaultChecked={settings.issuing}
        error={problems.issuing}
      />
      <Save {...{ why, isBusy }} isMain />
    </form>
  )
}

const KINDS = ['invoice', 'receipt', 'credit_note'] as const

function SeriesSheet({ why }: Why) {
  const { data, error, reload } = useLoad(() => api.documents.listSeries().page(), [])
  const [isBeginning, setBeginning] = useState(false)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const columns: Column<DocumentSeries>[] = [
    { title: words.kind, cell: ({ kind }) => words.kinds[kind] ?? kind },
    { title: words.prefix, cell: ({ prefix }) => <strong>{prefix}</strong> },
    { title: words.next, align: 'end', cell: ({ next_number }) => String(next_number) },
    { title: words.state, cell: ({ current }) => (current ? words.current : words.ended) },
  ]
  return (
    <Sheet
      flush
      title={words.series}
      about={
        <Button why={why} onClick={() => setBeginning(true)}>
          {words.newSeries}
        </Button>
      }
    >
      <p class={styles.above}>{words.seriesAbout}</p>
      {data.data.length > 0 && (
        <div class={lists.scroll}>
          <Table
            stacks
            caption={words.series}
            rows={data.data}
            columns={columns}
            keyOf={({ document_series_id }) => document_series_id}
          />
        </div>
      )}
      {isBeginning && (
        <SeriesDialog
          onClose={() => setBeginning(false)}
          onDone={() => {
            setBeginning(false)
            reload()
          }}
        />
      )}
    </Sheet>
  )
}

function SeriesDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.documents.createSeries({
      kind: filled.text('kind') as (typeof KINDS)[number],
      prefix: filled.text('prefix'),
      first_number: filled.number('first_number'),
    })
    toast(common.saved)
    onDone()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.newSeries} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <SelectField
          name="kind"
          label={words.kind}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] ?? value }))}
        />
        <div class={form.pair}>
          <Field
            name="prefix"
            label={words.prefix}
            hint={words.prefixHint}
            required
            maxLength={20}
            defaultValue=""
            error={problems.prefix}
          />
          <Field
            name="first_number"
            label={words.first}
            type="number"
            min={1}
            defaultValue="1"
            error={problems.first_number}
          />
        </div>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.begin}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
