import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import styles from './field.module.css'

type Shared = { label: string; hint?: ComponentChildren; error?: string | undefined; optional?: string }

type Labelling = Omit<Shared, 'optional'> & { id: string; optional: string | undefined; children: ComponentChildren }

type FieldProps = Shared & {
  name: string
  type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'search' | 'date' | 'datetime-local'
  autocomplete?: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  required?: boolean
  defaultValue?: string
  maxLength?: number
  min?: number | string
  max?: number | string
  step?: number | string
  autofocus?: boolean
  /** The id of what is offered to choose from. */
  list?: string
  placeholder?: string
  spellcheck?: boolean
  onBlur?(event: { currentTarget: HTMLInputElement }): void
  onKeyDown?(event: KeyboardEvent & { currentTarget: HTMLInputElement }): void
}

/** Uncontrolled on purpose: a page that is drawn anew every second must never overwrite what a person is typing. */
export function Field({ label, hint, error, optional, type = 'text', ...input }: FieldProps) {
  const id = useId()
  return (
    <Labelled {...{ id, label, hint, error, optional }}>
      <input {...input} {...describedBy(id, hint, error)} id={id} type={type as 'email'} class={styles.input} />
    </Labelled>
  )
}

type TextFieldProps = Shared & {
  name: string
  rows?: number
  required?: boolean
  defaultValue?: string
  maxLength?: number
}

/** Several lines. */
export function TextField({ label, hint, error, optional, rows = 3, ...area }: TextFieldProps) {
  const id = useId()
  return (
    <Labelled {...{ id, label, hint, error, optional }}>
      <textarea {...area} {...describedBy(id, hint, error)} id={id} rows={rows} class={styles.input} />
    </Labelled>
  )
}

type SelectFieldProps = Shared & {
  name: string
  required?: boolean
  defaultValue?: string
  options: { value: string; label: string }[]
  onChange?(event: { currentTarget: HTMLSelectElement }): void
}

export function SelectField({ label, hint, error, optional, options, defaultValue, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <Labelled {...{ id, label, hint, error, optional }}>
      <select {...select} {...describedBy(id, hint, error)} id={id} class={styles.input}>
        {options.map((option) => (
          // A select has its options after its own value is set, so that they say which of them it is.
          <option key={option.value} value={option.value} selected={option.value === defaultValue}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

type CheckFieldProps = {
  label: ComponentChildren
  hint?: ComponentChildren
  error?: string | undefined
  name: string
  type?: 'checkbox' | 'radio'
  value?: string
  required?: boolean
  defaultChecked?: boolean
  onChange?(checked: boolean): void
}

/** A box to tick, or with `type="radio"` one of several. */
export function CheckField({ label, hint, error, type = 'checkbox', onChange, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div class={styles.check}>
      <input
        {...input}
        {...describedBy(id, hint, error)}
        id={id}
        type={type as 'checkbox'}
        onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Around what is filled in: what it is, what helps, what was wrong with it. */
const Labelled = ({ id, label, hint, error, optional, children }: Labelling) => (
  <div class={styles.field}>
    <label for={id}>
      {label} {optional && <span class={styles.optional}>{optional}</span>}
    </label>
    {hint && (
      <p id={`${id}-hint`} class={styles.hint}>
        {hint}
      </p>
    )}
    {children}
    <FieldError id={id} error={error} />
  </div>
)

const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error === undefined ? null : (
    <p id={`${id}-error`} class={styles.error}>
      {error}
    </p>
  )

function describedBy(id: string, hint: unknown, error: string | undefined) {
  const ids = [hint ? `${id}-hint` : '', error === undefined ? '' : `${id}-error`].filter((part) => part !== '')
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(error !== undefined && { 'aria-invalid': 'true' as const }),
  }
}
