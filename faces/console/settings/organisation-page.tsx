import { Field, SelectField, TextField } from '../../kit/field.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/settings.ts'
import { ClockSheet } from './clock-sheet.tsx'
import { FeesSheet } from './fees-sheet.tsx'
import { FiscalSheet } from './fiscal-sheet.tsx'
import { LookSheet } from './look-sheet.tsx'
import { orNull, Save, useChange, type Why } from './organisation-form.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

/** Who the organisation is to its fans, how it looks, and what holds for all its events. */
export function OrganisationPage() {
  const { organisation, whyNot } = useConsole()
  const why = whyNot('organisation:manage')
  return (
    <SettingsFrame title={words.organisation} scope="organisation:read">
      <div class={styles.columns}>
        <div class={styles.column}>
          <ProfileSheet why={why} />
          <RulesSheet why={why} />
          {organisation.mode === 'test' && why === undefined && <FiscalSheet why={why} />}
        </div>
        <div class={styles.column}>
          <LookSheet why={why} />
          <FeesSheet why={why} />
          {organisation.mode === 'test' && why === undefined && <ClockSheet />}
        </div>
      </div>
    </SettingsFrame>
  )
}

function ProfileSheet({ why }: Why) {
  const { organisation } = useConsole()
  const { submit, isBusy, error, problems } = useChange((filled) => ({
    name: filled.text('name'),
    company: orNull(filled.optional('company')),
    business_number: orNull(filled.optional('business_number')),
    contact_email: orNull(filled.optional('contact_email')),
    timezone: filled.text('timezone'),
    language: filled.text('language'),
  }))
  return (
    <Sheet title={words.profile}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="name" label={common.name} required defaultValue={organisation.name} error={problems.name} />
        <div class={form.pair}>
          <Field
            name="company"
            label={common.company}
            optional={words.ifAnother}
            defaultValue={organisation.company ?? ''}
            error={problems.company}
          />
          <Field
            name="business_number"
            label={words.businessNumber}
            optional={words.onReceipts}
            defaultValue={organisation.business_number ?? ''}
            error={problems.business_number}
          />
        </div>
        <Field
          name="contact_email"
          label={words.whereFansWriteTo}
          type="email"
          defaultValue={organisation.contact_email ?? ''}
          error={problems.contact_email}
        />
        <div class={form.pair}>
          <Field
            name="timezone"
            label={words.timeZone}
            required
            defaultValue={organisation.timezone}
            error={problems.timezone}
          />
          <SelectField
            name="language"
            label={words.language}
            defaultValue={organisation.language}
            error={problems.language}
            options={[
              ...new Map([
                [organisation.language, organisation.language],
                ['en', words.english],
                ['de', words.deutsch],
                ['es', words.espanol],
              ]),
            ].map(([value, label]) => ({ value, label }))}
          />
        </div>
        <Save {...{ why, isBusy }} isMain />
      </form>
    </Sheet>
  )
}

/** The least coins that countries have left. */
const COINS = [0.05, 0.1, 0.2, 0.5, 1]

function RulesSheet({ why }: Why) {
  const { organisation, price } = useConsole()
  const { submit, isBusy, error, problems } = useChange((filled) => ({
    places_left_shown: filled.text('places_left_shown') as 'number' | 'few' | 'none',
    refund_proof_amount: filled.number('refund_proof_amount') ?? 0,
    refund_request_hours: filled.number('refund_request_hours') ?? null,
    holder_changes: filled.text('holder_changes') === 'yes',
    card_readers: filled.text('card_readers') === 'yes',
    cash_rounding: Number(filled.text('cash_rounding')) || null,
    ticket_terms: orNull(filled.optional('ticket_terms')),
  }))
  return (
    <Sheet title={words.rules}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <SelectField
          name="places_left_shown"
          label={words.theShopTellsHowMany}
          defaultValue={organisation.places_left_shown}
          options={[
            { value: 'number', label: words.always },
            { value: 'few', label: words.whenFewAreLeft({ fewPlacesLeft: organisation.few_places_left }) },
            { value: 'none', label: words.never },
          ]}
        />
        <SelectField
          name="holder_changes"
          label={words.holdersMayRenameAndPass}
          defaultValue={organisation.holder_changes ? 'yes' : 'no'}
          options={[
            { value: 'yes', label: words.yes },
            { value: 'no', label: words.no },
          ]}
        />
        <SelectField
          name="card_readers"
          label={words.theBoxOfficeTakesCards}
          defaultValue={organisation.card_readers ? 'yes' : 'no'}
          options={[
            { value: 'yes', label: words.yes },
            { value: 'no', label: words.no },
          ]}
        />
        <SelectField
          name="cash_rounding"
          label={words.cashIsRoundedTo}
          defaultValue={String(organisation.cash_rounding ?? '')}
          options={[
            { value: '', label: words.cashIsNotRounded },
            ...COINS.map((coin) => ({ value: String(coin), label: price(coin, organisation.currency) })),
          ]}
        />
        <div class={form.pair}>
          <Field
            name="refund_proof_amount"
            label={words.refundsOverThisAskFor({ currency: organisation.currency })}
            type="number"
            min={0}
            step="any"
            required
            defaultValue={String(organisation.refund_proof_amount)}
            error={problems.refund_proof_amount}
          />
          <Field
            name="refund_request_hours"
            label={words.fansMayAskForA}
            type="number"
            min={0}
            optional={words.emptyNotAtAll}
            defaultValue={String(organisation.refund_request_hours ?? '')}
            error={problems.refund_request_hours}
          />
        </div>
        <TextField
          name="ticket_terms"
          label={words.smallPrintOnTickets}
          rows={4}
          defaultValue={organisation.ticket_terms ?? ''}
          error={problems.ticket_terms}
        />
        <Save {...{ why, isBusy }} />
      </form>
    </Sheet>
  )
}
