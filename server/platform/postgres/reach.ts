import type { Db } from './database.ts'
import { isCitus } from './distribute.ts'
import type { Node } from './every-node.ts'
import type { AnswerRows, Fragment, Statement } from './sql.ts'

/*
 * A node of a Citus cluster that is lost takes its own organisations with it and no others. What is asked over all organisations
 * goes to every node, and fails as a whole where one is away; asked again for the organisations of the others by their ids, it goes
 * to those nodes only.
 */

type NodeGroup = Node & { group_id: number }

/** Nodes of the cluster that do not answer the coordinator; none where the database is no cluster. */
export async function findNodesAway(sql: Db): Promise<NodeGroup[]> {
  if (!(await isCitus(sql))) return []
  return sql<NodeGroup[]>`
    select nodename as host, nodeport as port, groupid as group_id
    from pg_dist_node
    where noderole = 'primary'
      and shouldhaveshards
      and not (isactive and citus_check_connection_to_node(nodename, nodeport))`
}

/** The organisations whose node answers; undefined while all nodes do. */
export async function findReached(sql: Db): Promise<number[] | undefined> {
  const away = await findNodesAway(sql)
  if (away.length === 0) return undefined
  const organisations = await sql<{ org_id: number }[]>`
    select org_id
    from organisations`
  const shards = await sql<{ shard_id: number }[]>`
    select s.shardid as shard_id
    from pg_dist_shard s
    join pg_dist_placement p using (shardid)
    where s.logicalrelid = 'organisation_anchors'::regclass
      and not p.groupid = any (${away.map(({ group_id }) => group_id)}::integer[])`
  const reached = await sql<{ org_id: number }[]>`
    select org_id
    from unnest(${organisations.map(({ org_id }) => org_id)}::bigint[]) as o (org_id)
    where get_shard_id_for_distribution_column('organisation_anchors', org_id)
      = any (${shards.map(({ shard_id }) => shard_id)}::bigint[])`
  return reached.map(({ org_id }) => org_id)
}

/** What a question over all organisations finds, at every node or, while some are away, at the others. `isReached` is its condition. */
export async function askReached<Rows>(
  sql: Db,
  ask: (isReached: Fragment) => Statement<Rows>,
): Promise<AnswerRows<Rows>> {
  try {
    return await ask(sql`true`)
  } catch (error) {
    const reached = await findReached(sql).catch(() => undefined)
    if (reached === undefined) throw error
    return ask(sql`org_id = any (${reached}::bigint[])`)
  }
}

/** Work on many organisations at once: of all of them or, where that fails while nodes are away, of those that can be reached. */
export async function doForReached<T>(
  sql: Db,
  items: T[],
  organisationOf: (item: T) => number,
  work: (items: T[]) => Promise<void>,
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    const reached = new Set(await findReached(sql).catch(() => undefined))
    const rest = items.filter((item) => reached.has(organisationOf(item)))
    if (rest.length === 0 || rest.length === items.length) throw error
    await work(rest)
  }
}

/** Raises the alarm, again and again, while a node is away. */
export async function alarmAboutNodes(sql: Db): Promise<void> {
  const away = await findNodesAway(sql)
  if (away.length === 0) return
  const places = away.map(({ host, port }) => `${host}:${port}`).join(', ')
  throw new Error(`${places} does not answer: its organisations wait, those of the other nodes are served`)
}
