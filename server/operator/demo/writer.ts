import type { OrgId } from '../../access/principal.ts'
import { type CopyValue, copyRows } from '../../platform/postgres/copy.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** The tables that the demo writes, each after those that it refers to, and the column of ids that others refer to. */
const TABLES = {
  venues: 'venue_id',
  gates: 'gate_id',
  devices: 'device_id',
  device_gates: null,
  seat_maps: 'seat_map_id',
  seat_sections: 'seat_section_id',
  seats: 'seat_id',
  seasons: 'season_id',
  membership_categories: 'membership_category_id',
  membership_types: null,
  membership_payment_options: null,
  customers: null,
  events: 'event_id',
  price_categories: 'price_category_id',
  prices: 'price_id',
  price_category_gates: null,
  price_category_sections: null,
  orders: 'order_id',
  members: 'membership_member_id',
  order_lines: 'order_line_id',
  payments: 'payment_id',
  refunds: 'refund_id',
  membership_plans: 'membership_plan_id',
  debts: 'debt_id',
  payment_debts: null,
  settlements: null,
  debt_releases: null,
  tickets: 'ticket_id',
  seat_claims: null,
  scans: 'scan_id',
  ticket_admissions: null,
  member_admissions: null,
  scan_conflicts: null,
  tills: 'till_id',
  till_orders: null,
} as const
type Table = keyof typeof TABLES
type IdTable = { [T in Table]: (typeof TABLES)[T] extends string ? T : never }[Table]
const TABLE_ORDER = Object.keys(TABLES) as Table[]

/** An id that is drawn when its row is written, so that other rows can refer to it before. */
class NewId {
  readonly table: IdTable
  value: number | undefined

  constructor(table: IdTable) {
    this.table = table
  }
}
export type RowId = number | NewId

/** What it is, once its row has been written. */
export function writtenId(id: RowId): number {
  const value = typeof id === 'number' ? id : id.value
  if (value === undefined) throw new Error('a row that is not written has no id')
  return value
}

/** A row by its column names, without the organisation's. All rows of a table have the same columns in the same order. */
export type Row = Record<string, CopyValue | NewId>

/** A COPY of a few rows spends most of its time waiting: it took 90 ms where one statement takes one. */
const INSERT_ROWS_MOST = 1000
/** A table that has doubled since, and is not tiny, has new statistics: the foreign keys of what comes next are planned by them. */
const STATISTICS_ROWS_LEAST = 300

/** Takes rows in any order and writes them table by table. */
export class Writer {
  readonly #orgId: OrgId
  readonly #rows = new Map<Table, Row[]>()
  #ids: NewId[] = []
  readonly #written = new Map<Table, { rows: number; analysed: number }>()

  constructor(orgId: OrgId) {
    this.#orgId = orgId
  }

  id(table: IdTable): NewId {
    const id = new NewId(table)
    this.#ids.push(id)
    return id
  }

  add(table: Table, ...rows: Row[]): void {
    const tableRows = this.#rows.get(table)
    if (tableRows) for (const row of rows) tableRows.push(row)
    else this.#rows.set(table, rows)
  }

  /** Writes what has been added since the last time. Answers the number of rows. */
  async write(tx: Db): Promise<number> {
    await drawIds(tx, this.#ids)
    let total = 0
    for (const table of TABLE_ORDER) {
      const rows = this.#rows.get(table) ?? []
      await copyInto(tx, this.#orgId, table, rows)
      await this.#keepStatistics(tx, table, rows.length)
      total += rows.length
    }
    this.#ids = []
    this.#rows.clear()
    return total
  }

  async #keepStatistics(tx: Db, table: Table, rows: number): Promise<void> {
    if (rows === 0) return
    const written = this.#written.get(table) ?? { rows: 0, analysed: 0 }
    written.rows += rows
    this.#written.set(table, written)
    if (written.rows < STATISTICS_ROWS_LEAST || written.rows < 2 * written.analysed) return
    written.analysed = written.rows
    await tx`analyze ${tx(table)}`
  }
}

async function copyInto(tx: Db, orgId: OrgId, table: Table, rows: Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = tx(['org_id', ...Object.keys(first)])
  if (rows.length > INSERT_ROWS_MOST) {
    await copyRows(tx`copy ${tx(table)} (${columns}) from stdin`, valuesOf(orgId, rows))
    return
  }
  const text = JSON.stringify(rows, (_, value) => (value instanceof NewId ? value.value : value))
  await tx`
    insert into ${tx(table)} (${columns})
    select ${orgId}::bigint, ${tx(Object.keys(first))}
    from json_populate_recordset(null::${tx(table)}, ${text}::text::json)`
}

function* valuesOf(orgId: OrgId, rows: Row[]): Generator<CopyValue[]> {
  for (const row of rows) {
    yield [orgId, ...Object.values(row).map((value) => (value instanceof NewId ? (value.value ?? null) : value))]
  }
}

/** From the columns' own sequences, so that no request that inserts at the same time, or later, is given one of them. */
async function drawIds(tx: Db, ids: NewId[]): Promise<void> {
  const idsByTable = Map.groupBy(ids, ({ table }) => table)
  const tables = [...idsByTable.keys()]
  if (tables.length === 0) return
  const rows = await tx<{ table: IdTable; id: number }[]>`
    select t.name as table, nextval(pg_get_serial_sequence(t.name, t.id_column)) as id
    from unnest(
      ${tables}::text[], ${tables.map((table) => TABLES[table])}::text[],
      ${[...idsByTable.values()].map(({ length }) => length)}::int[]
    ) as t (name, id_column, count)
    cross join lateral generate_series(1, t.count) as n`
  for (const [table, tableRows] of Map.groupBy(rows, (row) => row.table)) {
    const waiting = idsByTable.get(table) ?? []
    for (const [n, { id }] of tableRows.entries()) {
      const newId = waiting[n]
      if (newId) newId.value = id
    }
  }
}

const BLOCK_ROWS = 4000

/**
 * Describes things number by number and writes them in blocks, so that memory holds what one block needs and makes, however
 * many there are. Answers the rows of all tables.
 */
export async function writeBlocks(
  tx: Db,
  writer: Writer,
  { first, count, onRows }: { first: number; count: number; onRows?: ((count: number) => void) | undefined },
  describe: (numbers: number[]) => Promise<void>,
): Promise<number> {
  let rows = 0
  for (let start = 0; start < count; start += BLOCK_ROWS) {
    const numbers = Array.from({ length: Math.min(BLOCK_ROWS, count - start) }, (_, n) => first + start + n)
    await describe(numbers)
    rows += await writer.write(tx)
    onRows?.(numbers.length)
  }
  return rows
}

/** The columns of when a row was made and last changed. */
export const stamp = (created: Date, changed = created) => ({ created_at: created, changed_at: changed })
