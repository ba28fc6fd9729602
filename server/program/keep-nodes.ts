import type { Sql } from '../platform/postgres/database.ts'
import { type Nodes, openNodes } from '../platform/postgres/nodes.ts'
import { runPeriodically } from '../platform/process/periodic.ts'

const LOOK_EVERY_MS = 2_000

type Log = { info(message: string): void; warn(fields: object, message: string): void }
type Options = { poolSize: number; log: Log; closers: (() => Promise<unknown>)[] }

/** The nodes of a cluster for a process that serves: looked at again and again, and a line in the log when one is not to be had. */
export async function keepNodes(
  url: string,
  sql: Sql,
  { poolSize, log, closers }: Options,
): Promise<Nodes | undefined> {
  const nodes = await openNodes(url, sql, { poolSize })
  if (!nodes) return undefined
  closers.push(() => nodes.end({ timeout: 5 }))
  let wereAll = true
  const look = async () => {
    await nodes.look()
    const { count, of } = nodes.inUse()
    if (count < of && wereAll)
      log.warn({ nodes_in_use: count, nodes: of }, 'the coordinator is asked for nodes that do not answer')
    if (count === of && !wereAll) log.info('every node with shards answers again')
    wereAll = count === of
  }
  await look()
  const periodic = runPeriodically([{ name: 'look for nodes', everyMs: LOOK_EVERY_MS, run: look }], (task, err) =>
    log.warn({ task, err }, 'task failed'),
  )
  closers.push(() => periodic.stop())
  return nodes
}
