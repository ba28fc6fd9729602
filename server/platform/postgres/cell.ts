import type { Sql, Tx } from './database.ts'
import { isCitus } from './distribute.ts'
import { coordinatorRange, type IdRange, idRange } from './id-ranges.ts'
import { MigrationError } from './migrate.ts'
import { literal } from './sql.ts'

type Sequence = { name: string; table_name: string; first: number; last: number; given: number | null }

/**
 * Makes the database the cell that it is to be, or leaves it the one that it is, and keeps new sequences within its range. A cell
 * that has given ids stays what it is for ever.
 */
export function claimCell(sql: Sql, wanted: number | undefined): Promise<number> {
  return sql.begin(async (tx) => {
    const [cell] = await tx<{ cell_number: number }[]>`
      select cell_number
      from cell
      for update`
    const number = wanted ?? cell?.cell_number ?? 0
    const sequences = await readSequences(tx)
    if (number !== cell?.cell_number) {
      if (sequences.some(({ given }) => given !== null)) {
        throw new MigrationError(
          `the database is cell ${cell?.cell_number} and has given ids: GRANDSTAND_CELL cannot make it cell ${number}`,
        )
      }
      await tx`update cell set cell_number = ${number}`
    }
    const isCluster = await isCitus(tx)
    // Those of its workers are blocks of their own (id-blocks.ts), and not to be told of this.
    if (isCluster) await tx`set local citus.enable_ddl_propagation = off`
    const rangeOf = isCluster ? coordinatorRange : idRange
    for (const sequence of sequences) await setRange(tx, sequence, rangeOf(number, sequence.table_name))
    return number
  }) as Promise<number>
}

/** What identity columns draw from, and the last id that each has given. */
const readSequences = (tx: Tx) => tx<Sequence[]>`
  select q.relname::text as name, t.relname::text as table_name, s.seqmin as first,
    least(s.seqmax, ${Number.MAX_SAFE_INTEGER}::bigint) as last, v.last_value as given
  from pg_sequence s
  join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype = 'i'
  join pg_class t on t.oid = d.refobjid
  join pg_class q on q.oid = s.seqrelid
  join pg_sequences v on v.schemaname = q.relnamespace::regnamespace::text and v.sequencename = q.relname
  where t.relnamespace = 'public'::regnamespace
  order by 1`

async function setRange(tx: Tx, { name, first, last, given }: Sequence, range: IdRange): Promise<void> {
  if (first === range.first && last === range.last) return
  // A database from before there were cells may have given more than a cell has room for. It goes on as the only one.
  if (given !== null && given >= range.last) return
  const least = literal(tx, range.first)
  await tx`
    alter sequence ${tx(name)}
    minvalue ${least} maxvalue ${literal(tx, range.last)}
    ${given === null ? tx`start ${least} restart ${least}` : tx``}`
}

/** Where its API is, for callers who came to another cell and belong here. */
export async function setCellAddress(sql: Sql, address: string): Promise<void> {
  await sql`
    update cell
    set address = ${address}
    where address is distinct from ${address}`
}
