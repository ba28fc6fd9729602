import type { Db, Sql } from './database.ts'
import { isCitus } from './distribute.ts'
import { askWorkers, type Node } from './every-node.ts'
import { IDS_END, type IdRange, idBlock, isBlock } from './id-ranges.ts'
import { literal } from './sql.ts'

/*
 * Every node of a Citus cluster gives ids, each from sequences of its own. Citus lets a worker's begin at 2^48 times its number, which
 * no barcode has room for, and begin there again whenever it tells the node anew what tables there are. So nodes have blocks of the
 * cell's range: leased from a row that counts them, set on the node's sequence, and never given again.
 */

/** One number for every Grandstand database: blocks are set one after the other, so that a later one is greater. */
const BLOCKS_LOCK = 7_401_002
/** A sequence that a transaction draws from is waited for no longer than this: others queue behind. */
const WAIT_MS = 500

type Sequence = IdRange & { name: string; table: string; given: number | null }
export type NodeSequences = { node: Node; sequences: Sequence[] }

/** The sequences of identity columns, with the last id that each has given. Reading that waits for a transaction that changes the sequence. */
const sequencesOf = (sql: Db) => sql<{ answer: string }[]>`
  select coalesce(json_agg(json_build_object(
      'name', q.relname, 'table', t.relname, 'first', s.seqmin, 'last', s.seqmax, 'given', v.last_value
    )), '[]')::text as answer
  from pg_sequence s
  join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype = 'i'
  join pg_class t on t.oid = d.refobjid
  join pg_class q on q.oid = s.seqrelid
  join pg_sequences v on v.schemaname = q.relnamespace::regnamespace::text and v.sequencename = q.relname
  where t.relnamespace = 'public'::regnamespace`

export async function readCoordinatorSequences(sql: Db): Promise<Sequence[]> {
  const [row] = await sequencesOf(sql)
  return JSON.parse(row?.answer ?? '[]')
}

/** Those of every worker, and only theirs: a process that starts with others may be changing the coordinator's (cell.ts). */
export async function readNodeSequences(sql: Db): Promise<NodeSequences[]> {
  // A process starts while a node is away: the organisations of the others are to be served.
  const answers = await askWorkers(sql, sequencesOf(sql), { whoIsAway: 'is left out' })
  return answers.map(({ node, answer }) => ({ node, sequences: JSON.parse(answer) as Sequence[] }))
}

/** It has no block, or has given most of it. */
export function needsBlock(cell: number, { table, first, last, given }: Sequence): boolean {
  return !isBlock(cell, table, { first, last }) || (given !== null && given - first > (3 / 4) * (last - first))
}

export async function readCell(sql: Db): Promise<number> {
  const [row] = await sql<{ cell_number: number }[]>`select cell_number from cell`
  return row?.cell_number ?? 0
}

/** Gives a block to every sequence of a worker that needs one; says to how many. Any process may, at any time. */
export async function giveIdBlocks(sql: Sql): Promise<number> {
  if (!(await isCitus(sql)) || (await findNeedy(sql)).length === 0) return 0
  const connection = await sql.reserve()
  try {
    return await giveIdBlocksOn(connection)
  } finally {
    connection.release()
  }
}

/** On a cluster, over a reserved connection. */
export async function giveIdBlocksOn(connection: Db): Promise<number> {
  await connection`select pg_advisory_lock(${BLOCKS_LOCK})`
  try {
    const cell = await readCell(connection)
    // Another process may have been here in the meantime.
    const needy = await findNeedy(connection)
    for (const { node, sequences } of needy) {
      await setOnNode(connection, node, await lease(connection, cell, sequences))
    }
    return needy.reduce((sum, { sequences }) => sum + sequences.length, 0)
  } finally {
    await connection`select pg_advisory_unlock(${BLOCKS_LOCK})`.catch(() => {})
  }
}

async function findNeedy(db: Db): Promise<NodeSequences[]> {
  const cell = await readCell(db)
  return (await readNodeSequences(db)).flatMap(({ node, sequences }) => {
    const needy = sequences.filter((sequence) => needsBlock(cell, sequence))
    return needy.length > 0 ? [{ node, sequences: needy }] : []
  })
}

type Block = IdRange & { name: string }

/** Committed before a node has them: one that is lost on the way is never used. */
async function lease(db: Db, cell: number, sequences: Sequence[]): Promise<Block[]> {
  const tables = new Map(sequences.map(({ name, table }) => [name, table]))
  const rows = await db<{ sequence_name: string; blocks_given: number }[]>`
    insert into id_blocks as b (sequence_name, blocks_given)
    select name, 1
    from unnest(${[...tables.keys()]}::text[]) as s (name)
    on conflict (sequence_name) do update
    set blocks_given = b.blocks_given + 1, changed_at = excluded.changed_at
    returning sequence_name, blocks_given`
  return rows.map(({ sequence_name: name, blocks_given }) => ({
    name,
    ...idBlock(cell, tables.get(name) ?? '', blocks_given),
  }))
}

/**
 * One command for the node, which does not pass it on. Each sequence is changed by itself, so that no transaction that has drawn from two
 * of them waits for us while we wait for it; one that is not free in time gets a block with the next round.
 */
async function setOnNode(db: Db, { host, port }: Node, blocks: Block[]): Promise<void> {
  const rows = blocks.map(({ name, first, last }) => `('${name}', ${first}, ${last})`)
  const text = `
    do $block$
    declare
      block record;
    begin
      for block in select * from (values ${rows.join(', ')}) as b (name, first, last) loop
        perform set_config('citus.enable_ddl_propagation', 'off', true), set_config('lock_timeout', '${WAIT_MS}ms', true);
        begin
          execute format('alter sequence %I minvalue %s maxvalue %s start %s restart %s',
            block.name, block.first, block.last, block.first, block.first);
        exception when lock_not_available then
          null;
        end;
        commit;
      end loop;
    end $block$`
  const [answer] = await db<{ success: boolean; result: string }[]>`
    select success, result
    from master_run_on_worker(array[${host}], array[${port}::integer], array[${text}], false)`
  if (!answer?.success) throw new Error(`${host}:${port} takes no block of ids: ${answer?.result}`)
}

/** What the constraint is called that refuses an id which is no cell's, behind the name of its table. */
export const ID_OF_CELL = '_id_of_cell'

/**
 * Lets every table of a cluster refuse an id that is outside its cell's range, such as one that a node gives while its sequences
 * have just been made anew. Only what is written from now on is checked.
 */
export async function refuseForeignIds(db: Db): Promise<void> {
  const tables = await db<{ table_name: string; column_name: string }[]>`
    select c.relname as table_name, a.attname as column_name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
      and not exists (
        select 1
        from pg_constraint k
        where k.conrelid = c.oid
          and k.conname = c.relname || ${ID_OF_CELL}::text
      )
    order by c.relname`
  for (const { table_name, column_name } of tables) {
    await db`
      alter table ${db(table_name)}
      add constraint ${db(`${table_name}${ID_OF_CELL}`)} check (${db(column_name)} < ${literal(db, IDS_END)}) not valid`
  }
}
