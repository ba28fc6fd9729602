import { Field, SelectField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { dayOfYear } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { words } from '../words/bank.ts'
import { common } from '../words/common.ts'
import styles from './bank.module.css'
import { type BankCsv, type CsvReading, type ReadLine, ROLES, type Role, readLines } from './read-bank-csv.ts'

const SHOWN = 5
const EXAMPLE_MAX = 40

/** What is missing, or wrong, before a CSV can be imported like this. */
export function whyNotLike(csv: BankCsv, reading: CsvReading): string | undefined {
  const has = (role: Role) => reading.roles.includes(role)
  const twice = ROLES.find((role) => role !== 'text' && reading.roles.filter((each) => each === role).length > 1)
  if (twice !== undefined) return words.whyTwice({ role: words.roles[twice] ?? twice })
  if (!has('date')) return words.whyNoDay
  const hasTwo = has('credit') || has('debit')
  if (!has('amount') && !hasTwo) return words.whyNoAmount
  if (has('amount') && hasTwo) return words.whyBoth
  if (reading.dates === '') return words.whyNoOrder
  const lines = readLines(csv, reading, SHOWN)
  const isRead = lines.some(({ day, amount }) => day !== undefined && amount !== undefined)
  return lines.length > 0 && !isRead ? words.whyUnread : undefined
}

/** What stands in which column of a bank's CSV, how it writes amounts and days, and what would be read of it. */
export function CsvColumns({
  csv,
  reading,
  isRemembered,
  onChange,
}: {
  csv: BankCsv
  reading: CsvReading
  isRemembered: boolean
  onChange(reading: CsvReading): void
}) {
  const { headings, rows } = csv
  const options = [
    { value: '', label: words.leaveOut },
    ...ROLES.map((role) => ({ value: role, label: words.roles[role] ?? role })),
  ]
  return (
    <Sheet title={words.theColumns} about={isRemembered ? words.asLastTime : undefined}>
      <p class={styles.small}>{words.whatIsWhat}</p>
      <div class={styles.mapping}>
        {headings.map((heading, at) => {
          const example = rows.find((cells) => (cells[at] ?? '').trim() !== '')?.[at]?.trim()
          return heading === '' ? null : (
            <SelectField
              key={`${heading} ${at}`}
              name={`column ${at}`}
              label={heading}
              hint={
                example === undefined ? words.emptyColumn : words.suchAs({ example: example.slice(0, EXAMPLE_MAX) })
              }
              defaultValue={reading.roles[at] ?? ''}
              options={options}
              onChange={({ currentTarget }) =>
                onChange({ ...reading, roles: reading.roles.with(at, currentTarget.value as Role | '') })
              }
            />
          )
        })}
      </div>
      <div class={form.pair}>
        <SelectField
          name="decimal"
          label={words.decimals}
          defaultValue={reading.decimal}
          options={[
            { value: ',', label: words.comma },
            { value: '.', label: words.point },
          ]}
          onChange={({ currentTarget }) => onChange({ ...reading, decimal: currentTarget.value as ',' | '.' })}
        />
        <SelectField
          name="dates"
          label={words.dates}
          defaultValue={reading.dates}
          options={[
            ...(reading.dates === '' ? [{ value: '', label: words.choose }] : []),
            { value: 'dmy', label: words.dmy },
            { value: 'mdy', label: words.mdy },
            { value: 'ymd', label: words.ymd },
          ]}
          onChange={({ currentTarget }) => onChange({ ...reading, dates: currentTarget.value as CsvReading['dates'] })}
        />
        {!reading.roles.includes('currency') && (
          <Field
            name="currency"
            label={words.currencyOf}
            defaultValue={reading.currency}
            maxLength={3}
            required
            onBlur={({ currentTarget }) => onChange({ ...reading, currency: currentTarget.value.trim() })}
          />
        )}
      </div>
      <div class={styles.scroll}>
        <Preview lines={readLines(csv, reading, SHOWN)} currency={reading.currency} />
      </div>
    </Sheet>
  )
}

const unread = <span class={styles.wrong}>{words.notRead}</span>

function Preview({ lines, currency }: { lines: ReadLine[]; currency: string }) {
  const { price } = useConsole()
  const isCurrency = /^[A-Za-z]{3}$/.test(currency)
  const numbered = lines.map((line, at) => ({ ...line, at }))
  return (
    <>
      <h3>{words.preview}</h3>
      <Table
        caption={words.preview}
        rows={numbered}
        keyOf={({ at }) => at}
        columns={[
          { title: common.day, cell: ({ day }) => (day === undefined ? unread : dayOfYear(day)) },
          { title: common.who, cell: ({ name }) => name },
          { title: words.written, isMinor: true, cell: ({ text }) => text },
          {
            title: common.amount,
            align: 'end',
            cell: ({ amount }) => (amount === undefined ? unread : price(amount, isCurrency ? currency : null)),
          },
        ]}
      />
    </>
  )
}
