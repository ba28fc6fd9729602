import type { House } from '../harness/house.ts'

export type Statement = { text: string; parameters: unknown[] }

export type Asking = Pick<House, 'sql' | 'nodes'>

/** The statements that the work sends, as they reach the database, or whichever node of a cluster it is. */
export async function statementsOf({ sql, nodes }: Asking, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const stop = (nodes?.sql ?? sql).observe((text, parameters) => statements.push({ text, parameters: [...parameters] }))
  try {
    await work()
  } finally {
    stop()
  }
  return statements.flatMap(queryOf)
}

/** `begin`, `savepoint` and the like have no plan. Of a `copy (…) to stdout` the query within it has one. */
function queryOf({ text, parameters }: Statement): Statement[] {
  const query = /^\s*copy\s*\((.*)\)\s*to\s+stdout/is.exec(text)?.[1] ?? text
  return /^\s*(select|insert|update|delete|merge|with)\b/i.test(query) ? [{ text: query, parameters }] : []
}

/** What authentication, rate limits and idempotency send around an operation; they have tests of their own. */
const HOUSEKEEPING = [/\brate_limit_windows\b/, /\bidempotency_keys\b/, /\bkey_hash = \$/, /pg_try_advisory_xact_lock/]

export const isHousekeeping = ({ text }: Statement): boolean => HOUSEKEEPING.some((mark) => mark.test(text))
