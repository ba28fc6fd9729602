import { createHash } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { StatementFormat } from '../../platform/bank-statements/read-bank-statement.ts'
import type { StatementLine } from '../../platform/bank-statements/statement.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import type { BankMapping } from './bank-statement.ts'

export type NewStatement = {
  text: string
  format: StatementFormat
  fileName: string | null
  mapping: BankMapping | null
  lines: StatementLine[]
  actorName: string | null
}

const digestOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/**
 * A statement with those of its lines that no earlier file had. The same file again is the statement that there is. Lines are numbered as
 * they stand in the file, so that they are matched and read in its order; they are written in the order of their keys, so that two who
 * import the same days wait for each other, and in turn.
 */
export async function storeStatement(orgId: OrgId, tx: Tx, now: Date, statement: NewStatement): Promise<number> {
  const { lines, mapping } = statement
  const digest = digestOf(statement.text, mapping)
  const days = lines.map(({ bookedOn }) => bookedOn).sort()
  const [stored] = await tx<{ bank_statement_id: number }[]>`
    insert into bank_statements (org_id, format, file_name, file_digest, account, mapping, first_day, last_day, lines, actor_name, created_at)
    values (
      ${orgId}, ${statement.format}, ${statement.fileName}, ${digest}, ${lines[0]?.account ?? null},
      ${mapping && JSON.stringify(mapping)}::text::jsonb, ${days[0] ?? null}::date, ${days.at(-1) ?? null}::date, ${lines.length},
      ${statement.actorName}, ${now}
    )
    on conflict (org_id, file_digest) do nothing
    returning bank_statement_id`
  if (!stored) {
    const [earlier] = await tx<{ bank_statement_id: number }[]>`
      select bank_statement_id
      from bank_statements
      where org_id = ${orgId}
        and file_digest = ${digest}`
    if (!earlier) throw new Error('a statement was lost')
    return earlier.bank_statement_id
  }
  const { bank_statement_id: statementId } = stored
  const rows = keyed(lines).map(({ line, key }) => rowOfLine(line, key))
  const { count } = await tx`
    insert into bank_lines (org_id, bank_statement_id, bank_line_id, ${namesOf(tx, lineColumns)}, booked_on, created_at, changed_at)
    select ${orgId}, ${statementId}, numbered.id, ${namesOf(tx, lineColumns)}, day::date, ${now}, ${now}
    from (
      select nextval('bank_lines_bank_line_id_seq') as id, ${namesOf(tx, lineColumns)}, day
      from ${records(tx, { ...lineColumns, day: 'text' }, rows)}
    ) numbered
    order by numbered.line_key
    on conflict (org_id, line_key) do nothing`
  await tx`
    update bank_statements
    set lines_known = ${lines.length - count}
    where org_id = ${orgId}
      and bank_statement_id = ${statementId}`
  return statementId
}

const lineColumns = {
  line: 'integer',
  line_key: 'text',
  amount_minor: 'bigint',
  currency: 'text',
  bank_reference: 'text',
  name: 'text',
  counter_account: 'text',
  line_text: 'text',
  kind: 'text',
} as const

const rowOfLine = (line: StatementLine, key: string) => ({
  line: line.line,
  line_key: key,
  amount_minor: line.amountMinor,
  currency: line.currency,
  bank_reference: line.bankReference,
  name: line.name,
  counter_account: line.counterAccount,
  line_text: line.text,
  kind: line.kind,
  day: line.bookedOn,
})

/** Lines that are equal in all that is known of them are told apart by their place among each other. */
function keyed(lines: StatementLine[]): { line: StatementLine; key: string }[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const { account, bookedOn, amountMinor, currency, bankReference, name, text } = line
    const base = digestOf(account, bookedOn, amountMinor, currency, bankReference ?? [name, text])
    const place = counts.get(base) ?? 0
    counts.set(base, place + 1)
    return { line, key: digestOf(base, place) }
  })
}
