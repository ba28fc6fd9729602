import { referredTables } from './catalogue.ts'
import type { Db } from './database.ts'
import type { Statement } from './sql.ts'

/** Where a table lies on a Citus cluster: split by organisation, whole on every node, or on the coordinator only. */
export type Placement = 'distributed' | 'reference' | 'local'

export type PlacedTable = {
  name: string
  /** The distribution that the schema asks for. */
  wanted: Placement
  /** The distribution that the cluster has. */
  lies: Placement
  /** Tables that its foreign keys lead to, but for itself. */
  refers_to: string[]
  /** It has rows on the coordinator: all of them, or what is left of them once it is distributed. */
  has_rows_here: boolean
}

export async function isCitus(db: Db): Promise<boolean> {
  const [row] = await db<{ there: boolean }[]>`
    select exists (select 1 from pg_extension where extname = 'citus') as there`
  return row?.there ?? false
}

type WantedTable = Omit<PlacedTable, 'lies'>

/**
 * Every table and where it belongs. One with an `org_id` is split by it, as all of its keys allow; one that has something unique
 * among all organisations cannot be, and is looked up before the organisation is known, so it is whole on every node; one without
 * an `org_id` is the installation's own.
 */
export const wantedPlacements = (db: Db) => db<WantedTable[]>`
  select c.relname as name,
    case
      when o.attnum is null then 'local'
      when exists (
        select 1
        from pg_index i
        where i.indrelid = c.oid
          and i.indisunique
          and not o.attnum = any (i.indkey)
      ) then 'reference'
      else 'distributed'
    end as wanted,
    ${referredTables(db)} as refers_to,
    pg_relation_size(c.oid) > 0 as has_rows_here
  from pg_class c
  left join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
  where c.relnamespace = current_schema()::regnamespace
    and c.relkind = 'r'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`

/** On a cluster: every table with where it lies, those first that others refer to. */
export async function readPlacements(db: Db): Promise<PlacedTable[]> {
  const placed = await db<{ name: string; lies: Placement }[]>`
    select c.relname as name, case when p.partmethod = 'h' then 'distributed' else 'reference' end as lies
    from pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid`
  const places = new Map(placed.map(({ name, lies }) => [name, lies]))
  const tables = await wantedPlacements(db)
  return inOrder(tables.map((table) => ({ ...table, lies: places.get(table.name) ?? 'local' })))
}

/** All tables, each after those that it refers to: the order in which a migration locks several of them. */
export const tablesInOrder = async (db: Db): Promise<string[]> =>
  inOrder(await wantedPlacements(db)).map(({ name }) => name)

/** Reference tables first, and each table after those that it refers to. */
function inOrder<Table extends WantedTable>(tables: Table[]): Table[] {
  const ordered = new Map<string, Table>()
  let rest = [...tables].sort((a, b) => Number(b.wanted === 'reference') - Number(a.wanted === 'reference'))
  while (rest.length > 0) {
    const next = rest.find(({ refers_to }) => refers_to.every((name) => ordered.has(name))) ?? rest[0]
    if (!next) break
    ordered.set(next.name, next)
    rest = rest.filter((table) => table !== next)
  }
  return [...ordered.values()]
}

/** Tables whose distribution differs from the schema. */
export const misplaced = (tables: PlacedTable[]): PlacedTable[] => tables.filter(({ wanted, lies }) => wanted !== lies)

/**
 * Brings every table where it belongs, with what is in it, and says which were moved. The caller has begun a transaction; the
 * tables are locked until it ends. Those of one organisation share a shard, so that its transactions stay on one node.
 */
export async function distribute(tx: Db, onPlan: (plan: PlacedTable[]) => void): Promise<void> {
  const tables = await readPlacements(tx)
  const moved = misplaced(tables)
  const lost = moved.find(({ lies }) => lies !== 'local')
  if (lost) throw new Error(`${lost.name} is ${lost.lies} on this cluster and has to be ${lost.wanted}`)
  if (moved.length === 0) return
  onPlan(moved)
  const together = tables.find(({ lies }) => lies === 'distributed')?.name
  for (const statement of [...settings(tx), ...moves(tx, moved, together), ...emptying(tx, moved)]) await statement
}

const settings = (tx: Db) => [
  // An append-only table is so on every node: its trigger goes with it to the shards.
  tx`set local citus.enable_unsafe_triggers = on`,
  // Else Citus takes in what a table refers to before its turn has come, which identity columns forbid.
  tx`set local citus.enable_local_reference_table_foreign_keys = off`,
  tx`set local citus.multi_shard_modify_mode = 'sequential'`,
]

function moves(tx: Db, tables: PlacedTable[], together: string | undefined): Statement<object[]>[] {
  const first = together ?? tables.find(({ wanted }) => wanted === 'distributed')?.name
  return tables.map(({ name, wanted }) =>
    wanted === 'reference'
      ? tx`select create_reference_table(${name})`
      : tx`select create_distributed_table(${name}, 'org_id', colocate_with => ${first === undefined || name === first ? 'none' : first})`,
  )
}

/** The rows are in the shards now. What is append-only lets go of those that the coordinator still has, here and nowhere else. */
function emptying(tx: Db, tables: PlacedTable[]): Statement<object[]>[] {
  const left = tables.filter(({ has_rows_here }) => has_rows_here)
  if (left.length === 0) return []
  return [
    tx`set local citus.enable_ddl_propagation = off`,
    ...tables.map(({ name }) => tx`alter table ${tx(name)} disable trigger user`),
    ...left.map(({ name }) => tx`select truncate_local_data_after_distributing_table(${name})`),
    ...tables.map(({ name }) => tx`alter table ${tx(name)} enable trigger user`),
    tx`set local citus.enable_ddl_propagation = on`,
  ]
}
