import type { ComponentChildren } from 'preact'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { CheckField, Field, SelectField, TextField } from '../../../kit/field.tsx'
import { common } from '../../words/common.ts'
import { fieldErrors } from '../api.ts'
import styles from '../form.module.css'
import { TroubleNotice } from '../trouble.tsx'
import { useSubmit } from '../use-submit.ts'
import { type FormDescription, type FormPart, placedProblems } from './description.ts'

type FormProps = { form: FormDescription; onCancel?: () => void; children?: ComponentChildren }

/** Draws a form from its description. What stands inside of it comes before its fields. */
export function DescribedForm({ form, onCancel, children }: FormProps) {
  const { submit, isBusy, error } = useSubmit(form.submit)
  const problems = placedProblems(fieldErrors(error), form)
  return (
    <form class={styles.form} onSubmit={submit}>
      {children}
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      {drawn(form.parts, problems)}
      <div class={styles.actions}>
        <Button type="submit" look={form.look ?? 'strong'} busy={isBusy} why={form.why}>
          {form.verb}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
      </div>
    </form>
  )
}

type DialogProps = { title: string; form: FormDescription; onClose(): void; children?: ComponentChildren }

/** A form in a dialog, which Escape and Cancel close. */
export const FormDialog = ({ title, form, onClose, children }: DialogProps) => (
  <Dialog open title={title} onClose={onClose}>
    <DescribedForm form={form} onCancel={onClose}>
      {children}
    </DescribedForm>
  </Dialog>
)

const drawn = (parts: (FormPart | false)[], problems: Record<string, string>) =>
  parts.map((part, index) => part && <Part key={'name' in part ? part.name : index} part={part} problems={problems} />)

function Part({ part, problems }: { part: FormPart; problems: Record<string, string> }) {
  if (part.kind === 'own') return <>{part.draw(problems)}</>
  if (part.kind === 'row') return <div class={styles.pair}>{drawn(part.fields, problems)}</div>
  if (part.kind === 'group')
    return (
      <fieldset class={styles.group}>
        <legend>{part.title}</legend>
        {drawn(part.fields, problems)}
      </fieldset>
    )
  const error = problems[part.name]
  if (part.kind === 'tick') {
    const { kind: _kind, value = false, ...field } = part
    return <CheckField {...field} defaultChecked={value} error={error} />
  }
  if (part.kind === 'choice') {
    const { kind: _kind, value, ...field } = part
    return <SelectField {...field} {...(value !== undefined && { defaultValue: value })} error={error} />
  }
  const { kind, value, ...field } = part
  const defaultValue = String(value ?? '')
  if (kind === 'lines') return <TextField {...field} defaultValue={defaultValue} error={error} />
  return <Field {...field} type={kind} defaultValue={defaultValue} error={error} />
}
