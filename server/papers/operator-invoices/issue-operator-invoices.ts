import type { OrgId } from '../../access/principal.ts'
import { checkInvoice } from '../../platform/e-invoice/check-invoice.ts'
import { invoiceTotals, type Party } from '../../platform/e-invoice/invoice.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { localDate } from '../../platform/values/time.ts'
import { selectSettings, usualSettings } from '../documents/document-settings.ts'
import { sellerOf } from '../documents/write-document.ts'
import { type OperatorInvoiceRow, operatorInvoiceColumns } from './operator-invoice.ts'
import type { OperatorIssuer } from './operator-issuer.ts'
import { type MonthOfFees, writeOperatorInvoice } from './write-operator-invoice.ts'

/**
 * Issues an invoice for each currency in which fees were taken in the month, and answers with those that were not there yet. The
 * organisation is locked, so that of two who issue at once the second finds what the first has issued, and no number is left out.
 */
export async function issueOperatorInvoices(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  issuer: OperatorIssuer,
  month: string,
): Promise<OperatorInvoiceRow[]> {
  const organisation = await lockOrganisation(orgId, tx)
  const today = localDate(now, organisation.timezone)
  if (today.slice(0, 7) <= month) throw new RangeError(`${month} is not over`)
  const buyer = await buyerOf(orgId, tx)
  const fees = await findFees(orgId, tx, month, organisation.timezone)
  const issued: OperatorInvoiceRow[] = []
  let number = organisation.last_number
  for (const { month_total_minor: totalMinor, ...row } of fees) {
    number += 1
    const label = `${issuer.letters}${orgId}-${String(number).padStart(4, '0')}`
    const about = { number: label, issuedOn: today, buyer, language: organisation.language }
    const content = writeOperatorInvoice({ ...row, month, totalMinor }, issuer, about)
    const [broken] = checkInvoice(content.invoice)
    if (broken) throw new RangeError(`${label} would break ${broken.rule}: ${broken.problem}`)
    const { netMinor, taxMinor } = invoiceTotals(content.invoice)
    issued.push(
      ...(await tx<OperatorInvoiceRow[]>`
        insert into operator_invoices
          (org_id, number, label, month, currency, payments, net_minor, tax_minor, total_minor, content, issued_at)
        values (${orgId}, ${number}, ${label}, ${`${month}-01`}::text::date, ${row.currency}, ${row.payments}, ${netMinor}, ${taxMinor}, ${totalMinor},
          ${JSON.stringify(content)}::text::jsonb, ${now})
        returning ${operatorInvoiceColumns(tx)}`),
    )
  }
  return issued
}

async function lockOrganisation(orgId: OrgId, tx: Tx) {
  const [organisation] = await tx<{ timezone: string; language: string }[]>`
    select timezone, language
    from organisations
    where org_id = ${orgId}
    for no key update`
  if (!organisation) throw new Error(`there is no organisation ${orgId}`)
  const [last] = await tx<{ last_number: number }[]>`
    select coalesce(max(number), 0) as last_number
    from operator_invoices
    where org_id = ${orgId}`
  return { ...organisation, last_number: last?.last_number ?? 0 }
}

/** As the organisation's own documents name it, or as it is known where it issues none. */
async function buyerOf(orgId: OrgId, sql: Db): Promise<Party> {
  const [settings] = await selectSettings(orgId, sql)
  return sellerOf(settings ?? (await usualSettings(orgId, sql)))
}

type FeesRow = Omit<MonthOfFees, 'month' | 'totalMinor'> & { month_total_minor: number }

/** A refund leaves the fee with the operator, so what was paid counts, whatever has become of it. */
const findFees = (orgId: OrgId, sql: Db, month: string, timezone: string) => sql<FeesRow[]>`
  select p.currency, count(*)::integer as payments, sum(p.operator_fee_minor)::bigint as month_total_minor
  from payments p
  where p.org_id = ${orgId}
    and p.operator_fee_minor is not null
    and p.succeeded_at >= (${`${month}-01`}::text::timestamp at time zone ${timezone})
    and p.succeeded_at < ((${`${month}-01`}::text::timestamp + interval '1 month') at time zone ${timezone})
    and not exists (
      select 1
      from operator_invoices i
      where i.org_id = ${orgId}
        and i.month = ${`${month}-01`}::text::date
        and i.currency = p.currency
    )
  group by p.currency
  order by p.currency`
