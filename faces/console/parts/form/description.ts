import type { ComponentChildren } from 'preact'
import type { Filled } from '../use-submit.ts'

type Shared = {
  /** By which it is sent, and by which the API refuses it. */
  name: string
  label: string
  hint?: ComponentChildren
  /** Beside the label, where it may be left empty. */
  optional?: string
}

type TypedField = Shared & {
  kind: 'text' | 'email' | 'tel' | 'number' | 'date' | 'datetime-local'
  value?: string | number | null
  required?: boolean
  maxLength?: number
  min?: number
  max?: number
  step?: number | 'any'
  inputMode?: 'numeric'
  placeholder?: string
  autofocus?: boolean
}
type LinesField = Shared & {
  kind: 'lines'
  value?: string | null
  required?: boolean
  maxLength?: number
  rows?: number
}
type ChoiceField = Shared & { kind: 'choice'; value?: string; options: { value: string; label: string }[] }
type TickField = Omit<Shared, 'optional'> & { kind: 'tick'; value?: boolean; required?: boolean }

export type FormField = TypedField | LinesField | ChoiceField | TickField

/** Fields side by side where there is room, fields below one title, and a part that only this form has. */
export type FormPart =
  | FormField
  | { kind: 'row'; fields: FormPart[] }
  | { kind: 'group'; title: string; fields: FormPart[] }
  | { kind: 'own'; names: string[]; draw(problems: Record<string, string>): ComponentChildren }

/** A form: its fields, the operation that it calls, and the words on its button. A part that is `false` is not shown. */
export type FormDescription = {
  parts: (FormPart | false)[]
  /** Calls the operation. A refusal stands beside the field that has its name, else above the form. */
  submit(filled: Filled): Promise<void>
  verb: string
  look?: 'strong' | 'danger' | 'plain'
  /** Why it cannot be sent now: a right that the person lacks. */
  why?: string | undefined
  /** Fields by the name that the API has for them, where that is another one. */
  refusals?: Record<string, string>
}

/** The names of all fields, by which a refusal finds its place. */
export const namesOf = (parts: (FormPart | false)[]): string[] =>
  parts.flatMap((part) => {
    if (part === false) return []
    if (part.kind === 'own') return part.names
    return part.kind === 'row' || part.kind === 'group' ? namesOf(part.fields) : [part.name]
  })

/** Problems by the field that they stand beside. One that belongs to no field of the form is left out, and the form says it above. */
export function placedProblems(
  problems: Record<string, string>,
  { parts, refusals = {} }: Pick<FormDescription, 'parts' | 'refusals'>,
): Record<string, string> {
  const names = new Set(namesOf(parts))
  return Object.fromEntries(
    Object.entries(problems)
      .map(([param, problem]) => [refusals[param] ?? param, problem] as const)
      .filter(([name]) => names.has(name)),
  )
}
