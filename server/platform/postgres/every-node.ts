import type { Db } from './database.ts'
import { isCitus } from './distribute.ts'
import type { Statement } from './sql.ts'

export type Node = { host: string; port: number }
/** Of this PostgreSQL without a node, which is the coordinator's where there are several. */
export type NodeAnswer = { node?: Node; answer: string }

type Query = Statement<{ answer: string }[]>
/** The reaction to a node that does not answer. */
type Options = { whoIsAway?: 'fails' | 'is left out' }

/**
 * What a query without parameters, which gives one text, answers on this PostgreSQL and, on a Citus cluster, on every worker. There a
 * table's rows are in its shards, and what the coordinator has under its name is empty.
 */
export async function askEveryNode(sql: Db, query: Query, options: Options = {}): Promise<NodeAnswer[]> {
  const coordinatorRows = await query
  return (await isCitus(sql)) ? [...coordinatorRows, ...(await askWorkers(sql, query, options))] : [...coordinatorRows]
}

/** The same of a cluster's workers only. */
export async function askWorkers(
  sql: Db,
  query: Query,
  { whoIsAway = 'fails' }: Options = {},
): Promise<Required<NodeAnswer>[]> {
  const { text } = query.write()
  const workers = await sql<(Node & { answer: string; success: boolean })[]>`
    select nodename as host, nodeport as port, result as answer, success
    from run_command_on_workers(${text})`
  const failed = workers.find(({ success }) => !success)
  if (failed && whoIsAway === 'fails') throw new Error(`${failed.host}:${failed.port}: ${failed.answer}`)
  return workers.filter(({ success }) => success).map(({ host, port, answer }) => ({ node: { host, port }, answer }))
}

/** On one worker. */
export async function tellNode(sql: Db, { host, port }: Node, text: string): Promise<void> {
  await sql`
    select *
    from master_run_on_worker(array[${host}], array[${port}::integer], array[${text}], false)`
}

/** A shard has its table's name with a number behind. */
export const tableOfShard = (name: string): string => name.replace(/_[0-9]{6,}$/, '')
