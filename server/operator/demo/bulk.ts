import { type CopyValue, copyRows } from '../../platform/postgres/copy.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A row by its column names. All rows of one call are written by one literal, so their columns come in one order. */
export type Row = Record<string, CopyValue>

/** A COPY of a few rows spends most of its time waiting: it took 90 ms where one statement takes one. */
const INSERT_ROWS_MOST = 1000

export async function copyInto(tx: Db, table: string, rows: Row[]): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const columns = tx(Object.keys(first))
  if (rows.length > INSERT_ROWS_MOST) {
    return copyRows(tx`copy ${tx(table)} (${columns}) from stdin`, valuesOf(rows))
  }
  await tx`
    insert into ${tx(table)} (${columns})
    select ${columns}
    from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(rows)}::text::json)`
  return rows.length
}

function* valuesOf(rows: Row[]): Generator<CopyValue[]> {
  for (const row of rows) yield Object.values(row)
}

/** Table by table, in the order given, since one refers to the other. Answers the rows of all. */
export async function copyTables(tx: Db, rowsOf: Record<string, Row[]>): Promise<number> {
  let rows = 0
  for (const [table, tableRows] of Object.entries(rowsOf)) rows += await copyInto(tx, table, tableRows)
  return rows
}

const ID_COLUMNS = {
  devices: 'device_id',
  events: 'event_id',
  gates: 'gate_id',
  instalments: 'instalment_id',
  members: 'membership_member_id',
  membership_categories: 'membership_category_id',
  order_lines: 'order_line_id',
  orders: 'order_id',
  payments: 'payment_id',
  price_categories: 'price_category_id',
  prices: 'price_id',
  refunds: 'refund_id',
  scans: 'scan_id',
  seat_maps: 'seat_map_id',
  seat_sections: 'seat_section_id',
  seats: 'seat_id',
  tickets: 'ticket_id',
  venues: 'venue_id',
} as const
type IdTable = keyof typeof ID_COLUMNS

/**
 * Ids for rows that others refer to before they are written, so many for each table. They come from the columns' own
 * sequences, so that nobody who inserts at the same time, or later, is given one of them.
 */
export async function drawIds<Table extends IdTable>(
  tx: Db,
  counts: Record<Table, number>,
): Promise<Record<Table, () => number>> {
  const tables = Object.keys(counts) as Table[]
  const rows = await tx<{ table: Table; id: number }[]>`
    select t.name as table, nextval(pg_get_serial_sequence(t.name, t.id_column)) as id
    from unnest(
      ${tables}::text[], ${tables.map((table) => ID_COLUMNS[table])}::text[], ${Object.values<number>(counts)}::int[]
    ) as t (name, id_column, count)
    cross join lateral generate_series(1, t.count) as n`
  const rowsByTable = Map.groupBy(rows, ({ table }) => table)
  const takers = tables.map((table) => {
    const ids = (rowsByTable.get(table) ?? []).values()
    const take = () => {
      const { value } = ids.next()
      if (!value) throw new RangeError(`no more than ${counts[table]} ids of ${table} were drawn`)
      return value.id
    }
    return [table, take]
  })
  return Object.fromEntries(takers) as Record<Table, () => number>
}

/**
 * Statistics while the tables fill: the plans of the foreign keys are made for what the tables seem to hold, and those of
 * empty tables took a hundred times as long. Asked for with every block and done whenever their number has doubled.
 */
export async function refreshStatistics(tx: Db, tables: readonly string[], blocks: number): Promise<void> {
  if ((blocks & (blocks - 1)) !== 0) return
  for (const table of tables) await tx`analyze ${tx(table)}`
}

const BLOCK_ROWS = 4000

/** Numbers in blocks, so that memory holds what one block needs and makes, however many numbers there are. */
export function* blocksOf(first: number, count: number, size = BLOCK_ROWS): Generator<number[]> {
  for (let start = 0; start < count; start += size) {
    yield Array.from({ length: Math.min(size, count - start) }, (_, n) => first + start + n)
  }
}

/** demo-000000007, the same width for all, so that they sort by number. */
export const demoName = (n: number): string => `demo-${String(n).padStart(9, '0')}`
export const numberOf = (name: string): number => Number(name.slice(5, 14))

/** Parts that differ by one at most and add up to the whole. */
export function splitEvenly(whole: number, parts: number): number[] {
  return Array.from(
    { length: parts },
    (_, n) => Math.floor(((n + 1) * whole) / parts) - Math.floor((n * whole) / parts),
  )
}
