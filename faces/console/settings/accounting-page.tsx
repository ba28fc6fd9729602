import type { AccountingSettings, ReplaceAccountingSettings, TaxRate } from '@grandstand/sdk'
import { Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { type Filled, useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/accounting.ts'
import { Save, type Why } from './organisation-form.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

type Account = ReplaceAccountingSettings['accounts'][number]
/** An account, and one for each rate where the books have it by rate. */
type Row = Pick<Account, 'account' | 'tax_percentage'>

const ACCOUNTS = Object.keys(words.names) as Account['account'][]
const BY_RATE = new Set<string>([
  'tax_payable',
  'ticket_sales',
  'membership_sales',
  'service_fees',
  'transaction_fees',
  'refunds',
])

/** What the accountant calls the accounts of the books. */
export function AccountingPage() {
  const { whyNot } = useConsole()
  const { data, error, reload } = useLoad(
    () => Promise.all([api.documents.retrieveAccountingSettings(), api.taxRates.list().all()]),
    [],
  )
  return (
    <SettingsFrame title={words.title} scope="documents:manage">
      <p class={styles.muted}>{words.about}</p>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && <AccountsForm settings={data[0]} rows={rowsOf(data[1])} why={whyNot('documents:manage')} />}
    </SettingsFrame>
  )
}

function rowsOf(rates: TaxRate[]): Row[] {
  const percentages = [...new Set(rates.flatMap((rate) => rate.percentages.map(({ percentage }) => percentage)))]
  const taxed = percentages.filter((percentage) => percentage > 0).sort((a, b) => b - a)
  return ACCOUNTS.flatMap((account) => [
    { account, tax_percentage: null },
    ...(BY_RATE.has(account) ? taxed.map((tax_percentage) => ({ account, tax_percentage })) : []),
  ])
}

const nameOf = ({ account, tax_percentage }: Row): string => {
  const name = words.names[account] ?? account
  return tax_percentage === null ? name : words.atRate({ account: name, percentage: count(tax_percentage) })
}
const fieldOf = ({ account, tax_percentage }: Row) => `${account} ${tax_percentage ?? ''}`

function AccountsForm({ settings, rows, why }: Why & { settings: AccountingSettings; rows: Row[] }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.documents.replaceAccountingSettings({
      accounts: rows.flatMap((row) => accountOf(row, filled)),
      datev: datevOf(filled),
    })
    toast(words.saved)
  })
  const problems = fieldErrors(error)
  const stored = (row: Row) =>
    settings.accounts.find((each) => each.account === row.account && each.tax_percentage === row.tax_percentage)
  const isPlain = error !== undefined && !Object.keys(problems).some((name) => name.startsWith('datev'))
  return (
    <form class={form.form} onSubmit={submit}>
      {isPlain && <TroubleNotice error={error} />}
      <Sheet title={words.accounts}>
        <p class={styles.muted}>{words.taxKeyHint}</p>
        <div class={styles.columns}>
          {rows.map((row) => (
            <div class={form.pair} key={fieldOf(row)}>
              <Field
                name={`code ${fieldOf(row)}`}
                label={nameOf(row)}
                optional={words.optional}
                maxLength={20}
                inputMode="numeric"
                defaultValue={stored(row)?.code ?? ''}
              />
              {BY_RATE.has(row.account) && (
                <Field
                  name={`key ${fieldOf(row)}`}
                  label={words.taxKeyOf({ account: nameOf(row) })}
                  optional={words.optional}
                  maxLength={4}
                  inputMode="numeric"
                  defaultValue={stored(row)?.tax_key ?? ''}
                />
              )}
            </div>
          ))}
        </div>
      </Sheet>
      <DatevSheet datev={settings.datev} problems={problems} />
      <Save {...{ why, isBusy }} isMain />
    </form>
  )
}

type DatevProps = { datev: AccountingSettings['datev']; problems: Record<string, string> }

function DatevSheet({ datev, problems }: DatevProps) {
  const number = (
    name: 'consultant_number' | 'client_number' | 'account_length',
    label: string,
    min: number,
    max: number,
  ) => (
    <Field
      name={name}
      label={label}
      optional={words.optional}
      type="number"
      {...{ min, max }}
      defaultValue={String(datev?.[name] ?? '')}
      error={problems[`datev.${name}`] ?? problems[`datev[${name}]`]}
    />
  )
  const month = new Intl.DateTimeFormat(document.documentElement.lang, { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: month.format(new Date(Date.UTC(2027, index, 1))),
  }))
  return (
    <Sheet title={words.datev}>
      <p class={styles.muted}>{words.datevAbout}</p>
      <div class={form.pair}>
        {number('consultant_number', words.consultant, 1001, 9_999_999)}
        {number('client_number', words.client, 1, 99_999)}
      </div>
      <div class={form.pair}>
        {number('account_length', words.accountLength, 4, 8)}
        <SelectField
          name="fiscal_year_month"
          label={words.yearBegins}
          options={months}
          defaultValue={String(datev?.fiscal_year_month ?? 1)}
        />
      </div>
    </Sheet>
  )
}

function accountOf(row: Row, filled: Filled): Account[] {
  const code = filled.optional(`code ${fieldOf(row)}`)
  return code === undefined ? [] : [{ ...row, code, tax_key: filled.optional(`key ${fieldOf(row)}`) ?? null }]
}

/** All or nothing: what is missing the API names. */
function datevOf(filled: Filled): AccountingSettings['datev'] {
  const [consultant, client, length] = ['consultant_number', 'client_number', 'account_length'].map(filled.number)
  if (consultant === undefined && client === undefined && length === undefined) return null
  return {
    consultant_number: consultant ?? 0,
    client_number: client ?? 0,
    account_length: length ?? 4,
    fiscal_year_month: filled.number('fiscal_year_month') ?? 1,
  }
}
