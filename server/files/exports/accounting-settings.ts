import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Input, Integer, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type LedgerAccount, ledgerAccounts } from './ledger-accounts.ts'

const codeFields = {
  account: OneOf([...ledgerAccounts], { description: 'as the books call it' }),
  tax_percentage: Nullable(
    Type.Number({ minimum: 0, maximum: 100, description: 'of this rate only; null: of every rate that has no code' }),
  ),
  code: Text(20, { pattern: '^[0-9A-Za-z.-]+$', description: 'in the accountant’s chart of accounts' }),
  tax_key: Nullable(
    Text(4, {
      pattern: '^[0-9]+$',
      description:
        'DATEV’s BU-Schlüssel for bookings on it: 40 where the account reckons tax by itself, which the books have done',
    }),
  ),
}
const AccountCode = Type.Object(codeFields, { title: 'AccountCode' })
export type AccountCode = Static<typeof AccountCode>

const datevFields = {
  consultant_number: Integer({ minimum: 1001, maximum: 9_999_999, description: 'Beraternummer' }),
  client_number: Integer({ minimum: 1, maximum: 99_999, description: 'Mandantennummer' }),
  account_length: Integer({ minimum: 4, maximum: 8, description: 'Sachkontenlänge' }),
  fiscal_year_month: Integer({ minimum: 1, maximum: 12, description: 'with which the year of the books begins' }),
}
const Datev = Type.Object(datevFields, { title: 'DatevSettings' })
export type DatevSettings = Static<typeof Datev>

export const AccountingBody = Input({
  accounts: Type.Array(Input(codeFields), { maxItems: 200, description: 'each account and rate once' }),
  datev: Nullable(Input(datevFields)),
})

export const AccountingSettings = Type.Object(
  { accounts: Type.Array(AccountCode), datev: Nullable(Datev) },
  { title: 'AccountingSettings' },
)
export type AccountingSettings = Static<typeof AccountingSettings>

export const AccountingSettingsRow = Type.Object({
  accounts: Type.Unsafe<AccountCode[]>({ type: 'array' }),
  datev: Type.Unsafe<DatevSettings | null>({ type: ['object', 'null'] }),
})

export const selectAccounting = (orgId: OrgId, sql: Db) => sql<Static<typeof AccountingSettingsRow>[]>`
  select accounts, datev
  from accounting_settings
  where org_id = ${orgId}`

/** Nothing until the organisation has said something. */
export async function findAccounting(orgId: OrgId, sql: Db): Promise<AccountingSettings> {
  const [row] = await selectAccounting(orgId, sql)
  return row ?? { accounts: [], datev: null }
}

/** The code of an account: that of the rate, or of the account whatever the rate. */
export function codeOf(accounts: AccountCode[], account: LedgerAccount, percentage: number | null) {
  const ofAccount = accounts.filter((each) => each.account === account)
  const ofRate = ofAccount.find((each) => each.tax_percentage !== null && each.tax_percentage === percentage)
  return ofRate ?? ofAccount.find((each) => each.tax_percentage === null)
}
