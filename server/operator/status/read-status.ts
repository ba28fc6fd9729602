import type { Sql } from '../../platform/postgres/database.ts'
import { isCitus } from '../../platform/postgres/distribute.ts'
import { readMigrations } from '../../platform/postgres/migrate.ts'
import { findNodesAway } from '../../platform/postgres/reach.ts'
import { type ProcessStatus, readProcesses } from './processes.ts'
import { type QueueFigures, readQueues } from './read-queues.ts'

type NodeStatus = { name: string; answers: boolean }
type Standby = { name: string; state: string; lag_seconds: number | null; lag_bytes: number | null }
type Move = { org_id: string; state: 'leaving' | 'moved' | 'arriving'; address: string | null; since: string }

/** One database, as its operator wants to see it at a glance. */
export type CellStatus = {
  cell: number
  address: string | null
  postgres_version: string
  migrations: { applied: number; known: number }
  database_bytes: number
  /** Those that are here: neither moved away nor on their way from another cell. */
  organisations: { live: number; test: number; suspended: number }
  queues: QueueFigures
  /** Those that were seen within the last minute. */
  processes: ProcessStatus[]
  /** Of a Citus cluster; empty where it is one PostgreSQL. */
  nodes: NodeStatus[]
  /** The servers that follow the database's journal. */
  standbys: Standby[]
  /** Of organisations that are on their way, or have left and are not cleaned up. */
  moves: Move[]
}

export async function readStatus(sql: Sql, now: Date): Promise<CellStatus> {
  const [[cell], [server], [applied], [organisations], queues, processes, nodes, standbys, moves, known] =
    await Promise.all([
      sql<{ cell_number: number; address: string | null }[]>`
      select cell_number, address
      from cell`,
      sql<{ version: string; bytes: number }[]>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
      sql<{ count: number }[]>`
      select count(*)::integer as count
      from schema_migrations`,
      sql<CellStatus['organisations'][]>`
      select count(*) filter (where mode = 'live')::integer as live, count(*) filter (where mode = 'test')::integer as test,
        count(*) filter (where suspended_at is not null)::integer as suspended
      from organisations
      where org_id not in (
        select m.org_id
        from organisation_moves m
        where m.move_state <> 'leaving'
      )`,
      readQueues(sql, now),
      readProcesses(sql),
      readNodes(sql),
      readStandbys(sql),
      readMoves(sql),
      readMigrations(),
    ])
  return {
    cell: cell?.cell_number ?? 0,
    address: cell?.address ?? null,
    postgres_version: server?.version ?? '',
    migrations: { applied: applied?.count ?? 0, known: known.length },
    database_bytes: server?.bytes ?? 0,
    organisations: organisations ?? { live: 0, test: 0, suspended: 0 },
    queues,
    processes,
    nodes,
    standbys,
    moves,
  }
}

async function readNodes(sql: Sql): Promise<NodeStatus[]> {
  if (!(await isCitus(sql))) return []
  const away = new Set((await findNodesAway(sql)).map(({ host, port }) => `${host}:${port}`))
  const nodes = await sql<{ name: string }[]>`
    select nodename || ':' || nodeport as name
    from pg_dist_node
    where noderole = 'primary'
    order by nodeid`
  return nodes.map(({ name }) => ({ name, answers: !away.has(name) }))
}

/** A role that may not see the others of the server sees that they are there, and not how far behind they are. */
const readStandbys = (sql: Sql) => sql<Standby[]>`
  select application_name as name, coalesce(state, 'unknown') as state, extract(epoch from replay_lag)::float8 as lag_seconds,
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as lag_bytes
  from pg_stat_replication
  order by application_name, pid`

async function readMoves(sql: Sql): Promise<Move[]> {
  const rows = await sql<{ org_id: number; move_state: Move['state']; address: string | null; created_at: Date }[]>`
    select org_id, move_state, address, created_at
    from organisation_moves
    order by org_id
    limit 1000`
  return rows.map(({ org_id, move_state, address, created_at }) => ({
    org_id: String(org_id),
    state: move_state,
    address,
    since: created_at.toISOString(),
  }))
}
