import type { CreateRun, Run } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField, TextField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { type Filled, useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/runs.ts'
import { actionTitle, amountsTitle, isGrave, movesMoney, startTitle } from './run-words.ts'

/** What a run would be about. */
export type Selection = {
  /** undefined: all that match, which the run itself finds out before it begins. */
  objects: number | undefined
  amounts: Run['amounts']
  sends: Pick<CreateRun, 'ids'> | { filters: Record<string, unknown>; wait: true }
}

/** Says what will be done with how many, asks for what it needs, and starts it. */
export function RunDialog({
  objectType,
  action,
  selection,
  onClose,
  onStarted,
}: {
  objectType: Run['object_type']
  action: string
  selection: Selection
  onClose(): void
  onStarted(runId: number): void
}) {
  const { price } = useConsole()
  const question = { object_type: objectType, action }
  const many =
    selection.objects === undefined
      ? words.allThatMatch
      : (words.many[objectType]?.({ count: selection.objects }) ?? '')
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const asked = { object_type: objectType, action, ...selection.sends, ...detailsOf(action, filled) }
    onStarted((await api.runs.create(asked as CreateRun)).run_id)
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.title({ action: actionTitle(question), many })} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <p>{words.whatIsDone[`${objectType}.${action}`] ?? words.whatIsDone[action]}</p>
        {movesMoney(action) && selection.amounts.length > 0 && (
          <p>
            <strong>
              {amountsTitle(
                action,
                selection.amounts.map(({ amount, currency }) => price(amount, currency)),
              )}
            </strong>
          </p>
        )}
        <Fields {...{ objectType, action, problems }} />
        <div class={form.actions}>
          {selection.objects === undefined ? (
            <Button type="submit" look="strong" busy={isBusy}>
              {words.seeHowMany}
            </Button>
          ) : (
            <Button type="submit" look={isGrave(action) ? 'danger' : 'strong'} busy={isBusy}>
              {startTitle(question, many)}
            </Button>
          )}
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

type FieldsProps = { objectType: Run['object_type']; action: string; problems: Record<string, string> }

function Fields({ objectType, action, problems }: FieldsProps) {
  if (action === 'mail') return <MailFields problems={problems} />
  if (action === 'tag' || action === 'untag')
    return (
      <Field
        name="tag"
        label={words.tagField}
        hint={words.tagHint}
        required
        autofocus
        maxLength={40}
        error={problems.tag}
      />
    )
  if (action === 'change_type') return <TypeField problem={problems.membership_type_id} />
  if (action === 'move')
    return <Field name="due_on" type="date" label={words.newDay} required autofocus error={problems.due_on} />
  if (action === 'waive')
    return <Field name="reason" label={common.reason} required autofocus maxLength={500} error={problems.reason} />
  if (objectType !== 'orders') return null
  return (
    <Field name="reason" label={common.reason} optional={words.reasonHint} maxLength={500} error={problems.reason} />
  )
}

const MailFields = ({ problems }: { problems: Record<string, string> }) => (
  <>
    <Field name="subject" label={words.subject} required autofocus maxLength={200} error={problems['mail.subject']} />
    <TextField
      name="text"
      label={words.text}
      hint={words.textHint}
      rows={8}
      required
      maxLength={10_000}
      error={problems['mail.text']}
    />
    <fieldset class={form.form}>
      <legend>{words.aboutWhat}</legend>
      <CheckField type="radio" name="about" value="service" label={words.service} hint={words.serviceHint} required />
      <CheckField
        type="radio"
        name="about"
        value="news"
        label={words.news}
        hint={words.newsHint}
        required
        error={problems['mail.is_news']}
      />
    </fieldset>
  </>
)

function TypeField({ problem }: { problem: string | undefined }) {
  const types = useLoad(() => api.memberships.listTypes().all(), [])
  if (types.error !== undefined) return <TroubleNotice error={types.error} onRetry={types.reload} />
  return (
    <SelectField
      name="membership_type_id"
      label={words.type}
      required
      options={(types.data ?? []).map(({ membership_type_id: id, title }) => ({ value: String(id), label: title }))}
      error={problem}
    />
  )
}

function detailsOf(action: string, filled: Filled): Partial<CreateRun> {
  if (action === 'mail')
    return {
      mail: { subject: filled.text('subject'), text: filled.text('text'), is_news: filled.text('about') === 'news' },
    }
  if (action === 'tag' || action === 'untag') return { tag: filled.text('tag') }
  if (action === 'change_type') return { membership_type_id: filled.number('membership_type_id') ?? 0 }
  if (action === 'move') return { due_on: filled.text('due_on') }
  const reason = filled.optional('reason')
  return reason === undefined ? {} : { reason }
}
