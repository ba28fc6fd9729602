import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { requireRights } from './check-rights.ts'
import { readMove } from './move-state.ts'
import { readMovedTables } from './moved-tables.ts'
import { MoveError } from './verify-copy.ts'

/** Where each of the two is, of which the one that it leaves may not say, and the migrations that both have. */
export type Cells = { from: string | null; to: string; migrations: string }

type CellRow = { cell_number: number; address: string | null }

/** All that would come to light half way. */
export async function checkCells(orgId: OrgId, from: Sql, to: Sql, address: string | undefined): Promise<Cells> {
  const source = await readCellRow(from, 'this cell')
  const target = await readCellRow(to, 'the other cell')
  if (source.cell_number === target.cell_number) {
    throw new MoveError(`both are cell ${source.cell_number}: set GRANDSTAND_CELL before a cell gives its first id`)
  }
  const migrations = await migrationsOf(from)
  if (migrations !== (await migrationsOf(to))) {
    throw new MoveError('the two cells have different migrations: bring both to the same version')
  }
  const destination = address ?? target.address
  if (destination === null) {
    throw new MoveError('the address of the other cell is not known: start its API with PUBLIC_URL, or give --address')
  }
  const tables = await readMovedTables(from)
  await requireRights(from, 'this cell', tables, 'leaves')
  await requireRights(to, 'the other cell', tables, 'arrives')
  await requireFree(orgId, from, to)
  await requireShopFree(orgId, from, to)
  return { from: source.address, to: destination, migrations }
}

/** In the last moment: what was added to a cell by an upgrade since then has not been copied. */
export async function requireUnchanged(migrations: string, ...cells: Db[]): Promise<void> {
  for (const cell of cells) {
    if ((await migrationsOf(cell)) !== migrations)
      throw new MoveError('a cell was upgraded meanwhile: bring both to the same version, and start it again')
  }
}

export async function readCellRow(sql: Db, which: string): Promise<CellRow> {
  const [citus] = await sql`
    select 1 as one
    from pg_extension
    where extname = 'citus'`
  if (citus) throw new MoveError(`${which} is a Citus cluster, whose organisations cannot be moved yet`)
  const [cell] = await sql<CellRow[]>`
    select cell_number, address
    from cell`
  if (!cell) throw new MoveError(`${which} has lost its number`)
  return cell
}

export async function migrationsOf(sql: Db): Promise<string> {
  const rows = await sql<{ checksum: string }[]>`
    select checksum
    from schema_migrations
    order by version`
  return rows.map(({ checksum }) => checksum).join()
}

/** No two cells give the same number, so that one which is there and did not come from here is a mistake. */
async function requireFree(orgId: OrgId, from: Db, to: Db): Promise<void> {
  const [organisation] = await to`
    select 1 as one
    from organisations
    where org_id = ${orgId}`
  const hasMoved = (await readMove(orgId, from))?.move_state === 'moved'
  if (organisation && !hasMoved && !(await readMove(orgId, to)))
    throw new MoveError(`the other cell has an organisation ${orgId}`)
}

/** Slugs and hosts are unique within a cell: another organisation's there would be in the way half way. */
async function requireShopFree(orgId: OrgId, from: Db, to: Db): Promise<void> {
  const addresses = await from<{ slugs: string[]; hosts: string[] }[]>`
    select
      array(
        select slug
        from shop_slugs
        where org_id = ${orgId}
      ) as slugs,
      array(
        select host
        from shop_domains
        where org_id = ${orgId}
          and proven_at is not null
      ) as hosts`
  const { slugs = [], hosts = [] } = addresses[0] ?? {}
  const [taken] = await to<{ address: string }[]>`
    select slug as address
    from shop_slugs
    where slug = any (${slugs}::text[])
      and org_id <> ${orgId}
    union all
    select host
    from shop_domains
    where host = any (${hosts}::text[])
      and proven_at is not null
      and org_id <> ${orgId}
    limit 1`
  if (taken)
    throw new MoveError(`another organisation of the other cell has the shop ${taken.address}: change one of them`)
}
