import type { House } from '../harness/house.ts'

export type Statement = { text: string; parameters: unknown[] }

export type Asking = Pick<House, 'sql' | 'nodes'>

/** The statements that the work sends, as they reach the database, or whichever node of a cluster it is. */
export async function statementsOf({ sql, nodes }: Asking, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const stop = (nodes?.sql ?? sql).observe(
    (text, parameters) => void statements.push({ text, parameters: [...parameters] }),
  )
  try {
    await work()
  } finally {
    stop()
  }
  return statements.flatMap(queryOf)
}

/** `begin`, `savepoint` and the like have no plan. Of a `copy (…) to stdout` the query within it has one. What a table of the transaction's own looks like has to be known for the plans after it. */
function queryOf({ text, parameters }: Statement): Statement[] {
  const query = /^\s*copy\s*\((.*)\)\s*to\s+stdout/is.exec(text)?.[1] ?? text
  return /^\s*(select|insert|update|delete|merge|with|create temp table)\b/i.test(query)
    ? [{ text: query, parameters }]
    : []
}

/** The name of the table that a statement makes for the rest of its transaction. */
export const temporaryTable = ({ text }: Statement): string | undefined =>
  /^\s*create temp table (\w+) on commit drop\b/.exec(text)?.[1]

/** What authentication, rate limits and idempotency send around an operation; they have tests of their own. */
const HOUSEKEEPING = [/\brate_limit_windows\b/, /\bidempotency_keys\b/, /\bkey_hash = \$/, /pg_try_advisory_xact_lock/]

export const isHousekeeping = ({ text }: Statement): boolean => HOUSEKEEPING.some((mark) => mark.test(text))
