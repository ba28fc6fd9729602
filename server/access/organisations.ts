import type { Db } from '../platform/postgres/database.ts'
import type { Statement } from '../platform/postgres/sql.ts'
import { type OrgId, orgIdOf } from './principal.ts'

/*
 * Whose a row is, for work that no key asked for: the worker's, the operator's, and what proves itself by something else than a key.
 * The organisation comes out of the database in every case, never out of a request.
 */

/** A row of an organisation, as `ownedRows` gives it. */
export type Owned<Row extends { org_id: number }> = Omit<Row, 'org_id'> & { readonly org_id: OrgId }

export async function ownedRows<Row extends { org_id: number }>(statement: Statement<Row[]>): Promise<Owned<Row>[]> {
  const rows: Row[] = await statement
  return rows.map((row) => ({ ...row, org_id: orgIdOf(row.org_id) }))
}

export async function organisationById(sql: Db, id: number): Promise<OrgId | undefined> {
  const [row] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from organisations
    where org_id = ${id}`)
  return row?.org_id
}

export async function allOrganisations(sql: Db): Promise<OrgId[]> {
  const rows = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from organisations
    order by org_id`)
  return rows.map(({ org_id }) => org_id)
}
