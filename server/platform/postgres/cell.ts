import type { Sql, Tx } from './database.ts'
import { MigrationError } from './migrate.ts'
import { literal } from './sql.ts'

/*
 * Several databases, each with API processes of its own, are cells of one service. So that an organisation can move between them as
 * it is, no two cells ever give the same id: each has a range of every sequence. A range has room for 2^32 ids, and for 2^24 where a
 * ticket's barcode has four bytes for the id.
 */

export const CELLS_MAX = 256
const IDS_OF_A_CELL = 2 ** 32
const IDS_IN_FOUR_BYTES = 2 ** 24

/** The ids that a ticket's barcode has four bytes for; it has five for the ticket's own. */
const IN_FOUR_BYTES = new Set(['events', 'event_signing_keys', 'price_categories'])

export type IdRange = { first: number; last: number }

export function idRange(cell: number, table: string): IdRange {
  const ids = IN_FOUR_BYTES.has(table) ? IDS_IN_FOUR_BYTES : IDS_OF_A_CELL
  return { first: Math.max(1, cell * ids), last: (cell + 1) * ids - 1 }
}

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
    // Citus spreads the sequences of distributed tables itself; a cluster that is the only cell needs no range.
    if (number === 0 && (await isCitus(tx))) return number
    for (const sequence of sequences) await setRange(tx, sequence, idRange(number, sequence.table_name))
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

async function isCitus(tx: Tx): Promise<boolean> {
  const [extension] = await tx`
    select 1 as one
    from pg_extension
    where extname = 'citus'`
  return extension !== undefined
}

/** Where its API is, for whoever comes to another cell and belongs here. */
export async function setCellAddress(sql: Sql, address: string): Promise<void> {
  await sql`
    update cell
    set address = ${address}
    where address is distinct from ${address}`
}
