import type { OrgId } from '../../access/principal.ts'
import { type DatevBooking, datevHead, datevLine } from '../../platform/datev/booking-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'
import { localDate } from '../../platform/values/time.ts'
import {
  type AccountCode,
  type AccountingSettings,
  codeOf,
  type DatevSettings,
} from '../exports/accounting-settings.ts'
import { ledgerAccounts } from '../exports/ledger-accounts.ts'
import { findBookKeeping } from '../exports/ledger-file.ts'
import { ledgerLines, type MovementKind } from '../exports/ledger-lines.ts'
import { findMovements, type MovementRow, type WantedMovements } from '../exports/ledger-movements.ts'

const ROWS_A_PAGE = 1000

/** What the accountant reads: the file is German whatever the language of the organisation. */
const TEXTS: Record<MovementKind, string> = {
  cash_difference: 'Kassendifferenz',
  cash_rounding: 'Rundung Bargeld',
  credit: 'Guthaben',
  credit_sale: 'Verkauf gegen Guthaben',
  debt: 'Auszahlung',
  payment: 'Zahlung',
  payout: 'Auszahlung Zahlungsanbieter',
  payout_return: 'Rücklauf Auszahlung Zahlungsanbieter',
  provider_exchange: 'Umrechnung Zahlungsanbieter',
  provider_fee: 'Gebühr Zahlungsanbieter',
  provider_match: 'Klärung Zahlungsanbieter',
  provider_stray: 'Ungeklärt Zahlungsanbieter',
  refund: 'Erstattung',
  release: 'Ausbuchung',
  reversal: 'Rückläufer',
  sale: 'Verkauf auf Rechnung',
  settlement: 'Ausgleich',
}

const conflict = (message: string) => new ApiError('state_conflict', { message })

/** Whom the file is for, once every account has a number that DATEV takes: a booking that is left out would not be missed until the year's end. */
export function requireDatev({ accounts, datev }: AccountingSettings): DatevSettings {
  if (datev === null) throw conflict('The accounting settings do not say whom a file for DATEV is for.')
  const missing = ledgerAccounts.filter(
    (account) => !accounts.some((each) => each.account === account && each.tax_percentage === null),
  )
  if (missing.length > 0) throw conflict(`These accounts have no code for every rate: ${missing.join(', ')}.`)
  const odd = accounts.find(({ code }) => !/^[0-9]+$/.test(code) || code.length > datev.account_length + 1)
  if (odd) throw conflict(`The code ${odd.code} of ${odd.account} is not a number of ${datev.account_length} digits.`)
  return datev
}

/** The first day of the year of the books that a day is in. */
function fiscalYearOf(day: string, month: number): string {
  const [year = 0, ofDay = 1] = day.split('-').map(Number)
  return `${ofDay >= month ? year : year - 1}-${String(month).padStart(2, '0')}-01`
}

/** The batch, whose time is the end of its days, so that the same days are the same file. */
export async function* datevFile(
  orgId: OrgId,
  sql: Sql,
  { currency: asked, ...wanted }: WantedMovements & { currency: string | undefined },
  settings: AccountingSettings,
) {
  const datev = requireDatev(settings)
  const { timezone, currency: usual } = await findBookKeeping(orgId, sql)
  const currency = asked ?? usual
  const from = localDate(wanted.from, timezone)
  const to = localDate(new Date(wanted.until.getTime() - 1), timezone)
  const fiscalYearStart = fiscalYearOf(from, datev.fiscal_year_month)
  if (fiscalYearOf(to, datev.fiscal_year_month) !== fiscalYearStart) {
    throw conflict('A file for DATEV is of one year of the books: ask for the days before and after its end apart.')
  }
  yield datevHead({
    consultantNumber: datev.consultant_number,
    clientNumber: datev.client_number,
    accountLength: datev.account_length,
    fiscalYearStart,
    from,
    to,
    madeAt: wanted.until,
    currency,
  })
  let after: MovementRow | undefined
  do {
    const rows: MovementRow[] = await sql.readLong((tx) => findMovements(orgId, tx, wanted, after, ROWS_A_PAGE))
    const lines = rows
      .filter((row) => row.currency === currency)
      .flatMap((row) => bookingsOf(row, settings.accounts, timezone))
      .map((each) => datevLine(each, currency))
    if (lines.length > 0) yield Buffer.concat(lines)
    after = rows.length < ROWS_A_PAGE ? undefined : rows.at(-1)
  } while (after)
  return undefined
}

/** DATEV books pairs: what is debited is matched with what is credited, in their order, until all of it is. */
export function bookingsOf(row: MovementRow, accounts: AccountCode[], timezone: string): DatevBooking[] {
  const lines = ledgerLines(row).map((line) => ({
    code: codeOf(accounts, line.account, line.tax_percentage),
    minor: toMinor(line.debit ?? line.credit ?? 0, row.currency) ?? 0,
    isDebit: line.debit !== null,
  }))
  const credits = lines.filter(({ isDebit }) => !isDebit)
  const bookings: DatevBooking[] = []
  for (const debit of lines.filter(({ isDebit }) => isDebit)) {
    while (debit.minor > 0) {
      const credit = credits.find(({ minor }) => minor > 0)
      if (!credit) throw new Error(`the entry ${row.kind}-${row.id} does not balance`)
      const minor = Math.min(debit.minor, credit.minor)
      debit.minor -= minor
      credit.minor -= minor
      bookings.push({
        amount: toMajor(minor, row.currency),
        debited: debit.code?.code ?? '',
        credited: credit.code?.code ?? '',
        taxKey: credit.code?.tax_key ?? debit.code?.tax_key ?? null,
        date: localDate(row.at, timezone),
        voucher: row.order_id === null ? `${row.kind}-${row.id}`.replaceAll('_', '-') : String(row.order_id),
        text: `${TEXTS[row.kind]}${row.reference === null ? '' : ` ${row.reference}`}`,
      })
    }
  }
  return bookings
}
