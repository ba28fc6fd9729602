import { CheckField } from '../../kit/field.tsx'
import detail from './detail.module.css'
import form from './form.module.css'
import type { Filled } from './use-submit.ts'

/** Says that there was something to choose from: choices that are still being loaded must not be taken for none. */
const offeredName = (name: string) => `${name}.offered`

/** The ids that were ticked; undefined where the field was not there. */
export const choicesIn = (filled: Filled, name: string): number[] | undefined =>
  filled.isTicked(offeredName(name)) ? filled.all(name).map(Number) : undefined

/** Any number of these. The form has `name` once for each that is ticked. */
export const ChoicesField = ({
  name,
  label,
  hint,
  options,
  chosen,
}: {
  name: string
  label: string
  hint?: string
  options: { value: number; label: string }[]
  chosen: number[]
}) => (
  <fieldset class={form.group}>
    <legend>{label}</legend>
    <input type="hidden" name={offeredName(name)} value="1" />
    {hint !== undefined && <p class={detail.muted}>{hint}</p>}
    {options.map((option) => (
      <CheckField
        key={option.value}
        name={name}
        value={String(option.value)}
        label={option.label}
        defaultChecked={chosen.includes(option.value)}
      />
    ))}
  </fieldset>
)
