import { createHash, randomUUID } from 'node:crypto'
import type { House, Tenant } from '../harness/house.ts'

/** A line of a statement as it is before, or after, it was matched. */
export async function addBankLine(
  { sql, clock }: House,
  { orgId }: Tenant,
  status: 'new' | 'unclear' | 'set_aside',
  line: { amountMinor?: number; currency?: string; text?: string; name?: string } = {},
): Promise<{ lineId: number; statementId: number }> {
  const digest = () => createHash('sha256').update(randomUUID()).digest('hex')
  const [statement] = await sql<{ bank_statement_id: number }[]>`
    insert into bank_statements (org_id, format, file_name, file_digest, account, first_day, last_day, lines, mapping, actor_name, created_at)
    values (
      ${orgId}, 'csv', 'march.csv', ${digest()}, 'DE89370400440532013000', '2026-03-02', '2026-03-02', 1,
      '{"decimal": ",", "dates": "dmy", "currency": "EUR", "columns": {"date": "Day", "amount": "Amount"}}', 'Ada Okafor', ${clock()}
    )
    returning bank_statement_id`
  const statementId = statement?.bank_statement_id ?? 0
  const [row] = await sql<{ bank_line_id: number }[]>`
    insert into bank_lines (
      org_id, bank_statement_id, line, line_key, booked_on, amount_minor, currency, name, line_text, kind, line_status, reason, created_at,
      changed_at
    )
    values (
      ${orgId}, ${statementId}, 1, ${digest()}, '2026-03-02', ${line.amountMinor ?? 5440}, ${line.currency ?? 'AUD'},
      ${line.name ?? 'A. Visser'}, ${line.text ?? 'tickets'}, 'payment', ${status}, ${status === 'new' ? null : 'no_reference'}, ${clock()}, ${clock()}
    )
    returning bank_line_id`
  return { lineId: row?.bank_line_id ?? 0, statementId }
}
