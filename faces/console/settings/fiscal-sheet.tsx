import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/settings.ts'
import type { Why } from './organisation-form.tsx'

/** By which law a device signs what happens in cash; in a sandbox a simulated one, which can be out. */
export function FiscalSheet({ why }: Why) {
  const { data: settings, error: trouble, set } = useLoad(() => api.boxOffice.retrieveFiscalSettings(), [])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const kind = filled.text('fiscal_kind')
    const simulated_outage = filled.optional('fiscal_outage') === 'yes'
    set(await api.boxOffice.replaceFiscalSettings({ kind: kind === '' ? null : kind, simulated_outage }))
  })
  if (trouble !== undefined) return <TroubleNotice error={trouble} />
  if (!settings) return null
  return (
    <Sheet title={words.fiscalTitle}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <SelectField
          name="fiscal_kind"
          label={words.fiscalWhat}
          hint={words.fiscalSimulated}
          defaultValue={settings.kind ?? ''}
          options={[
            { value: '', label: words.fiscalNone },
            { value: 'tse', label: words.fiscalTse },
            { value: 'rksv', label: words.fiscalRksv },
            { value: 'nf525', label: words.fiscalNf },
          ]}
        />
        {settings.kind !== null && (
          <SelectField
            name="fiscal_outage"
            label={words.fiscalOutage}
            defaultValue={settings.simulated_outage ? 'yes' : 'no'}
            options={[
              { value: 'no', label: words.fiscalAnswers },
              { value: 'yes', label: words.fiscalIsOut },
            ]}
          />
        )}
        {settings.serial !== null && (
          <Facts>
            <Fact title={words.fiscalDevice} value={settings.serial} />
          </Facts>
        )}
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={why}>
            {common.save}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
