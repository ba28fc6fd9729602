import type { DateOrder } from '../../kit/date-order.ts'
import { SelectField } from '../../kit/field.tsx'
import { words } from '../words/imports.ts'
import type { ImportColumn } from './columns.ts'
import styles from './import-page.module.css'
import type { Meaning } from './meanings.ts'

/** A heading of the file, what stands below it, and what it means. */
export function ColumnField({
  heading,
  example,
  columns,
  meaning,
  guess,
  onChange,
  onDates,
}: {
  heading: string
  example: string | undefined
  columns: ImportColumn[]
  meaning: Meaning
  /** What the dates themselves say. */
  guess: DateOrder | ''
  onChange(to: string): void
  onDates(dates: DateOrder | ''): void
}) {
  const asks = columns.some(({ name, isDate }) => isDate && name === meaning.to) && guess === ''
  return (
    <div class={styles.column}>
      <SelectField
        name={heading}
        label={heading}
        hint={example === undefined ? words.empty : words.suchAs({ value: example.slice(0, 40) })}
        defaultValue={meaning.to}
        options={[{ value: '', label: words.leaveOut2 }, ...columns.map(({ name, label }) => ({ value: name, label }))]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {asks && (
        <SelectField
          name={`${heading} dates`}
          label={words.whichComesFirstIn({ heading })}
          defaultValue={meaning.dates}
          options={[
            { value: '', label: words.choose },
            { value: 'dmy', label: words.theDay },
            { value: 'mdy', label: words.theMonth },
          ]}
          onChange={({ currentTarget }) => onDates(currentTarget.value as DateOrder | '')}
        />
      )}
    </div>
  )
}
