import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { type DatabaseOptions, openDatabase, type Sql } from './database.ts'
import { isCitus } from './distribute.ts'
import type { Node } from './every-node.ts'
import { type Observer, observeWith } from './observer.ts'

/**
 * The nodes of a Citus cluster that have shards, for a process that talks to them itself: what is asked for an organisation goes to
 * the node that has its rows, and costs the coordinator nothing. That is a matter of speed only. Any node answers any statement by
 * asking the one that has the rows, gives ids that no other gives (id-blocks.ts), and takes locks where all processes do (at-shard.ts);
 * so what is known here may be old.
 */
export type Nodes = {
  /** Goes to the node of the organisation that is being served; without one, or while that is not known, to the coordinator. */
  sql: Sql
  serve<T>(orgId: number, work: () => T): T
  /** Looks where the shards are, and which nodes answer. */
  look(): Promise<void>
  /** Of the nodes that have shards, those that are talked to. */
  inUse(): { count: number; of: number }
  end(options?: { timeout?: number }): Promise<void>
}

/** Organisations whose shard is known. */
const ORGANISATIONS_MAX = 100_000
const ANSWER_MS = 1_000

type NodePool = { sql: Sql; isReady: boolean }

/** Undefined where the database is not a cluster. */
export async function openNodes(url: string, coordinator: Sql, options: DatabaseOptions): Promise<Nodes | undefined> {
  if (!(await isCitus(coordinator))) return undefined
  const pools = new Map<string, NodePool>()
  const shardOf = new LRUCache<number, number>({ max: ORGANISATIONS_MAX })
  const served = new AsyncLocalStorage<Sql>()
  const asking = new Set<number>()
  const observers = new Set<Observer>()
  let shards = new Map<number, NodePool>()
  let looking: Promise<void> | undefined
  let isOver = false

  const observer = observeWith(observers)

  function poolOf(node: Node): NodePool {
    const place = `${node.host}:${node.port}`
    const known = pools.get(place)
    if (known) return known
    // A lost connection may be the node's end: the others are asked at once.
    const onClosed = () => void look().catch(() => {})
    const pool = { sql: openDatabase(urlOf(url, node), { ...options, observer, onClosed }), isReady: false }
    pools.set(place, pool)
    return pool
  }

  function sqlOf(orgId: number): Sql {
    const shardId = shardOf.get(orgId)
    if (shardId === undefined) ask(orgId).catch(() => {})
    const pool = shards.get(shardId ?? 0)
    return pool?.isReady ? pool.sql : coordinator
  }

  async function ask(orgId: number): Promise<void> {
    if (asking.has(orgId)) return
    asking.add(orgId)
    try {
      const [row] = await coordinator<{ shard_id: number }[]>`
        select get_shard_id_for_distribution_column('organisation_anchors', ${orgId}::bigint) as shard_id`
      if (row) shardOf.set(orgId, row.shard_id)
    } finally {
      asking.delete(orgId)
    }
  }

  function look(): Promise<void> {
    looking ??= isOver
      ? Promise.resolve()
      : lookOnce().finally(() => {
          looking = undefined
        })
    return looking
  }

  async function lookOnce(): Promise<void> {
    const rows = await readShards(coordinator)
    const poolOfShard = new Map(rows.map((row) => [row.shard_id, poolOf(row)]))
    // A shard that was split leaves organisations elsewhere.
    if (poolOfShard.size !== shards.size || [...poolOfShard.keys()].some((shardId) => !shards.has(shardId)))
      shardOf.clear()
    shards = poolOfShard
    const inUse = new Set(poolOfShard.values())
    await Promise.all(
      [...pools].map(async ([place, pool]) => {
        pool.isReady = inUse.has(pool) && (await answers(pool.sql))
        if (inUse.has(pool)) return
        pools.delete(place)
        // What still uses it ends by itself; the look at the nodes goes on.
        void pool.sql.end({ timeout: 30 })
      }),
    )
  }

  return {
    sql: following(() => served.getStore() ?? coordinator, coordinator, observers),
    serve: (orgId, work) => served.run(sqlOf(orgId), work),
    look,
    inUse: () => ({ count: [...pools.values()].filter(({ isReady }) => isReady).length, of: pools.size }),
    async end(ending) {
      isOver = true
      await Promise.all([...pools.values()].map(({ sql }) => sql.end(ending)))
    },
  }
}

const readShards = (coordinator: Sql) => coordinator<(Node & { shard_id: number })[]>`
  select s.shardid as shard_id, n.nodename as host, n.nodeport as port
  from pg_dist_shard s
  join pg_dist_placement p using (shardid)
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where s.logicalrelid = 'organisation_anchors'::regclass`

/** The same database, user and password, at another node. */
export function urlOf(url: string, { host, port }: Node): string {
  const place = new URL(url)
  place.hostname = host
  place.port = String(port)
  return place.href
}

async function answers(sql: Sql): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ANSWER_MS, false)
  const answer = sql`select 1 as one`.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Is whichever database `current` says at the moment in which it is asked for something. */
function following(current: () => Sql, coordinator: Sql, observers: Set<Observer>): Sql {
  const tagged = (pick: (sql: Sql) => Sql['plain']) => {
    const tag = (...parts: Parameters<Sql>) => pick(current())(...parts)
    return Object.defineProperties(tag, {
      unsafe: { get: () => pick(current()).unsafe },
      begin: { get: () => pick(current()).begin },
      reserve: { get: () => pick(current()).reserve },
    }) as Sql['plain']
  }
  return Object.assign(
    tagged((sql) => sql),
    {
      poolSize: coordinator.poolSize,
      plain: tagged((sql) => sql.plain),
      connections: () => coordinator.connections(),
      readLong: ((read) => current().readLong(read)) as Sql['readLong'],
      listen: ((channel, hear) => coordinator.listen(channel, hear)) as Sql['listen'],
      end: ((options) => coordinator.end(options)) as Sql['end'],
      observe(observer: Observer) {
        observers.add(observer)
        const stop = coordinator.observe(observer)
        return () => {
          observers.delete(observer)
          stop()
        }
      },
    },
  )
}
