import type { PeppolAccessPoint } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { providerProblem } from '../documents/delivery-state.ts'
import { readAccessPoint } from '../documents/read-access-point.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/documents.ts'
import { orNull, type Why } from './organisation-form.tsx'
import styles from './settings.module.css'

/** Invoices and credit notes that go straight into the buyer's own program. */
export function PeppolSheet({ why }: Why) {
  const { data, error, reload, set } = useLoad(readAccessPoint, [])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (data === undefined) return null
  const about = <Tag tone={data === null ? 'quiet' : 'good'}>{data === null ? words.off : words.on}</Tag>
  return (
    <Sheet title={words.peppol} about={about}>
      <p class={styles.muted}>{words.peppolAbout}</p>
      <AccessPointForm key={data === null ? 'off' : 'on'} accessPoint={data} why={why} onSaved={set} />
      {data !== null && <Standing why={why} onRemoved={() => set(null)} />}
    </Sheet>
  )
}

type FormProps = Why & { accessPoint: PeppolAccessPoint | null; onSaved(saved: PeppolAccessPoint): void }

function AccessPointForm({ accessPoint, why, onSaved }: FormProps) {
  const { organisation } = useConsole()
  const accesses = organisation.mode === 'test' ? (['simulated', 'http'] as const) : (['http'] as const)
  const [access, setAccess] = useState<'simulated' | 'http'>(accessPoint?.access === 'http' ? 'http' : accesses[0])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const token = filled.optional('token')
    const saved = await api.documents.setPeppolAccessPoint({
      peppol_id: filled.text('peppol_id'),
      access,
      ...(access === 'http' && { url: filled.text('url'), ...(token !== undefined && { token }) }),
      contact_name: orNull(filled.optional('contact_name')),
      contact_phone: orNull(filled.optional('contact_phone')),
      contact_email: orNull(filled.optional('contact_email')),
    })
    onSaved(saved)
    toast(common.saved)
  })
  const problems = fieldErrors(error)
  const field = (name: string, label: string, value: string | null | undefined, more: object = {}) => (
    <Field name={name} label={label} defaultValue={value ?? ''} error={problems[name]} {...more} />
  )
  const optional = { optional: words.optional }
  return (
    <form class={form.form} onSubmit={submit}>
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      {field('peppol_id', words.peppolIdOfClub, accessPoint?.peppol_id, {
        required: true,
        maxLength: 90,
        hint: words.peppolIdHint,
      })}
      {accesses.length > 1 && (
        <SelectField
          name="access"
          label={words.accessPoint}
          defaultValue={access}
          options={accesses.map((value) => ({ value, label: words.accesses[value] ?? value }))}
          onChange={({ currentTarget }) => setAccess(currentTarget.value === 'http' ? 'http' : 'simulated')}
          error={problems.access}
        />
      )}
      {access === 'http' && (
        <div class={form.pair}>
          {field('url', words.accessPointUrl, accessPoint?.url, {
            required: true,
            maxLength: 500,
            hint: words.accessPointUrlHint,
          })}
          {field('token', words.accessPointToken, '', {
            type: 'password',
            maxLength: 1000,
            autocomplete: 'off',
            hint: accessPoint?.has_token ? words.accessPointTokenKept : undefined,
          })}
        </div>
      )}
      {field('contact_name', words.contactName, accessPoint?.contact_name, {
        ...optional,
        maxLength: 100,
        hint: words.contactHint,
      })}
      <div class={form.pair}>
        {field('contact_phone', words.contactPhone, accessPoint?.contact_phone, { ...optional, maxLength: 50 })}
        {field('contact_email', words.contactEmail, accessPoint?.contact_email, {
          ...optional,
          type: 'email',
          maxLength: 254,
        })}
      </div>
      <div class={form.actions}>
        <Button type="submit" busy={isBusy} why={why}>
          {accessPoint === null ? words.turnOn : common.save}
        </Button>
      </div>
    </form>
  )
}

/** Tried before the first invoice depends on it, and turned off. */
function Standing({ why, onRemoved }: Why & { onRemoved(): void }) {
  const trial = useAction()
  const [answer, setAnswer] = useState<{ is_ready: boolean; problem: string | null }>()
  const test = () => trial.run(async () => setAnswer(await api.documents.testPeppolAccessPoint()))
  return (
    <>
      {trial.error !== undefined && <TroubleNotice error={trial.error} />}
      <p role="status" class={styles.muted}>
        {answer &&
          (answer.is_ready ? words.isReady : words.isNotReady({ problem: providerProblem(answer.problem ?? '') }))}
      </p>
      <div class={form.actions}>
        <Button look="quiet" busy={trial.isBusy} onClick={test}>
          {words.testAccessPoint}
        </Button>
        <ConfirmButton
          label={words.turnOff}
          title={words.turnOffTitle}
          verb={words.turnOff}
          why={why}
          act={async () => {
            await api.documents.removePeppolAccessPoint()
            onRemoved()
          }}
        >
          {words.turnOffText}
        </ConfirmButton>
      </div>
    </>
  )
}
