import type { Sql } from '../../platform/postgres/database.ts'
import {
  isCitus,
  misplaced,
  type PlacedTable,
  type Placement,
  readPlacements,
} from '../../platform/postgres/distribute.ts'
import { needsBlock, readCell, readCoordinatorSequences, readNodeSequences } from '../../platform/postgres/id-blocks.ts'
import { coordinatorRange } from '../../platform/postgres/id-ranges.ts'
import { openNodes } from '../../platform/postgres/nodes.ts'
import { findNodesAway } from '../../platform/postgres/reach.ts'

/** A check of a cluster: what it looks at, and what it says; what is wrong it throws. */
export type ClusterCheck = { subject: string; look: () => Promise<string> }

/**
 * None where the database is not a Citus cluster. `directUrl`: that of processes which talk to its nodes themselves. While a node does
 * not answer, that is all there is to say: whatever else seems wrong is so because of it.
 */
export async function clusterChecks(sql: Sql, directUrl?: string): Promise<ClusterCheck[]> {
  if (!(await isCitus(sql))) return []
  const members = { subject: 'citus', look: () => nodes(sql) }
  if ((await findNodesAway(sql)).length > 0) return [members]
  return [
    members,
    { subject: 'placement', look: () => placement(sql) },
    { subject: 'append-only', look: () => triggers(sql) },
    { subject: 'nodes', look: () => settings(sql) },
    { subject: 'ids', look: () => ids(sql) },
    ...(directUrl === undefined ? [] : [{ subject: 'direct', look: () => direct(sql, directUrl) }]),
    { subject: 'balance', look: () => balance(sql) },
  ]
}

async function nodes(sql: Sql): Promise<string> {
  const rows = await sql<{ name: string; isactive: boolean }[]>`
    select nodename || ':' || nodeport as name, isactive
    from pg_dist_node
    where groupid > 0
    order by nodeid`
  const silent = (await findNodesAway(sql)).map(({ host, port }) => `${host}:${port}`)
  if (silent.length > 0)
    throw new Error(
      `${silent.join(', ')} does not answer the coordinator: its organisations are down, and nothing else is looked at`,
    )
  const away = rows.filter(({ isactive }) => !isactive)
  if (away.length > 0) throw new Error(`not in use: ${away.map(({ name }) => name).join(', ')}`)
  if (rows.length === 0) throw new Error('the cluster has no workers; citus_add_node adds one')
  return `workers ${rows.map(({ name }) => name).join(', ')}`
}

const WORDS: Record<Placement, string> = {
  distributed: 'split by organisation',
  reference: 'on every node',
  local: 'on the coordinator only',
}

async function placement(sql: Sql): Promise<string> {
  const tables = await readPlacements(sql)
  const wrong = misplaced(tables)
  if (wrong.length > 0) throw new Error(`${namesOf(wrong)} not where they belong; migrate moves them`)
  const left = tables.filter(({ lies, has_rows_here }) => lies !== 'local' && has_rows_here)
  if (left.length > 0) {
    throw new Error(`${namesOf(left)} left rows on the coordinator; see truncate_local_data_after_distributing_table`)
  }
  const byPlacement = Map.groupBy(tables, ({ lies }) => lies)
  const sentences = [...byPlacement].map(([lies, some]) =>
    lies === 'distributed' ? `${some.length} tables ${WORDS[lies]}` : `${WORDS[lies]}: ${namesOf(some)}`,
  )
  return sentences.join('; ')
}

const namesOf = (tables: PlacedTable[]) => tables.map(({ name }) => name).join(', ')

/** Who refuses changes is the shard's own trigger. */
async function triggers(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string; triggers: number }[]>`
    select c.relname as name, count(*)::integer as triggers
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_dist_partition p on p.logicalrelid = c.oid
    where not t.tgisinternal
      and t.tgname like '%append_only%'
    group by c.relname
    order by c.relname`
  for (const { name, triggers: wanted } of tables) {
    const shards = await sql<{ there: string }[]>`
      select result as there
      from run_command_on_shards(
        ${name}::regclass,
        $$select count(*) from pg_trigger where tgrelid = '%s'::regclass and tgname like '%%append_only%%'$$
      )`
    if (shards.some(({ there: rules }) => Number(rules) !== wanted))
      throw new Error(`${name} can be changed on its shards`)
  }
  return `${tables.map(({ name }) => name).join(', ')} on their shards too`
}

/** What a node has to be set to, and why it matters. */
const SETTINGS: { name: string; isRight: (value: string) => boolean; wanted: string }[] = [
  { name: 'TimeZone', isRight: (value) => /^(Etc\/)?UTC$/.test(value), wanted: 'UTC' },
  // Some of what a node refuses arrives as its sentence only.
  { name: 'lc_messages', isRight: (value) => /^(C|POSIX|en)/.test(value), wanted: 'C' },
  { name: 'max_prepared_transactions', isRight: (value) => Number(value) > 0, wanted: 'as many as max_connections' },
  // Shards are moved by logical replication.
  { name: 'wal_level', isRight: (value) => value === 'logical', wanted: 'logical' },
  // In milliseconds; half a minute unless it is set, for which everybody would wait.
  { name: 'citus.node_connection_timeout', isRight: (value) => Number(value) <= 5_000, wanted: '2s' },
]

async function settings(sql: Sql): Promise<string> {
  const wrong: string[] = []
  for (const { name, isRight, wanted } of SETTINGS) {
    const rows = await sql<{ node: string; value: string }[]>`
      select n.nodename || ':' || n.nodeport as node, r.result as value
      from run_command_on_all_nodes(format('select setting from pg_settings where name = %L', ${name}::text)) r
      join pg_dist_node n using (nodeid)
      order by n.nodeid`
    wrong.push(...rows.filter(({ value }) => !isRight(value)).map(({ node }) => `${name} = ${wanted} on ${node}`))
  }
  if (wrong.length > 0) throw new Error(`set ${wrong.join('; ')}`)
  return 'UTC, messages in English, prepared transactions and room to move shards on all'
}

/** From here, every node that has shards can be reached. */
async function direct(sql: Sql, url: string): Promise<string> {
  const nodes = await openNodes(url, sql, { poolSize: 1 })
  try {
    await nodes?.look()
    const { count, of } = nodes?.inUse() ?? { count: 0, of: 0 }
    if (count < of)
      throw new Error(`${of - count} of ${of} nodes with shards cannot be reached from here; see pg_dist_node`)
    return `all ${of} nodes with shards can be reached from here`
  } finally {
    await nodes?.end({ timeout: 1 })
  }
}

/** What a node draws from has to be its own and the cell's. */
async function ids(sql: Sql): Promise<string> {
  const cell = await readCell(sql)
  const without = (await readNodeSequences(sql))
    .filter(({ sequences }) => sequences.some((sequence) => needsBlock(cell, sequence)))
    .map(({ node }) => `${node.host}:${node.port}`)
  if (without.length > 0) throw new Error(`${without.join(', ')} without a block of ids; migrate gives one`)
  const beyond = (await readCoordinatorSequences(sql)).filter(
    ({ table, given }) => given !== null && given > coordinatorRange(cell, table).last,
  )
  if (beyond.length > 0)
    throw new Error(`${beyond.map(({ table }) => table).join(', ')} given beyond the range of the coordinator`)
  return `each node has blocks of its own in the range of cell ${cell}`
}

/** So much more than its share, and a node is what limits the others. */
const SKEW_MAX = 1.5
const BYTES_TELLING = 2 ** 30

async function balance(sql: Sql): Promise<string> {
  const rows = await sql<{ node: string; bytes: number }[]>`
    select nodename || ':' || nodeport as node, sum(shard_size)::bigint as bytes
    from citus_shards
    where citus_table_type = 'distributed'
    group by nodename, nodeport
    order by nodename, nodeport`
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  const shareOf = (bytes: number) => `${total === 0 ? 0 : Math.round((100 * bytes) / total)}%`
  const sentence = rows.map(({ node, bytes }) => `${node} ${shareOf(bytes)}`).join(', ')
  const largest = Math.max(0, ...rows.map(({ bytes }) => bytes))
  if (total > BYTES_TELLING && largest > (SKEW_MAX * total) / rows.length) {
    throw new Error(`skewed (${sentence}); citus_rebalance_start moves shards`)
  }
  return `${(total / 2 ** 20).toFixed(1)} MiB in shards: ${sentence}`
}
