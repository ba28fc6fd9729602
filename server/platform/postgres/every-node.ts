import type { Db } from './database.ts'
import { isCitus } from './distribute.ts'
import type { Statement } from './sql.ts'

export type Node = { host: string; port: number }
/** Of this PostgreSQL without a node, which is the coordinator's where there are several. */
export type NodeAnswer = { node?: Node; answer: string }

/**
 * What a query without parameters, which gives one text, answers on this PostgreSQL and, on a Citus cluster, on every worker. There a
 * table's rows are in its shards, and what the coordinator has under its name is empty.
 */
export async function askEveryNode(
  sql: Db,
  query: Statement<{ answer: string }[]>,
  /** What is to be done about a node that does not answer. */
  { whoIsAway = 'fails' }: { whoIsAway?: 'fails' | 'is left out' } = {},
): Promise<NodeAnswer[]> {
  const { text } = query.write()
  const own = await query
  if (!(await isCitus(sql))) return [...own]
  const workers = await sql<(Node & { answer: string; success: boolean })[]>`
    select nodename as host, nodeport as port, result as answer, success
    from run_command_on_workers(${text})`
  const failed = workers.find(({ success }) => !success)
  if (failed && whoIsAway === 'fails') throw new Error(`${failed.host}:${failed.port}: ${failed.answer}`)
  const answering = workers.filter(({ success }) => success)
  return [...own, ...answering.map(({ host, port, answer }) => ({ node: { host, port }, answer }))]
}

/** On one worker. */
export async function tellNode(sql: Db, { host, port }: Node, text: string): Promise<void> {
  await sql`
    select *
    from master_run_on_worker(array[${host}], array[${port}::integer], array[${text}], false)`
}

/** A shard has its table's name with a number behind. */
export const tableOfShard = (name: string): string => name.replace(/_[0-9]{6,}$/, '')
