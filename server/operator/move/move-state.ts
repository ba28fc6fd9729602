import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/*
 * How far a move has come is written down in both cells, in organisation_moves:
 *
 *   the cell it leaves    the cell it goes to
 *   –                     –                     nothing has begun
 *   leaving               arriving              copied and replayed, as often as it takes
 *   moved                 arriving              the moment between: no cell serves it until the next step
 *   moved                 –                     done
 */
export type MoveState = 'leaving' | 'moved' | 'arriving'

export type MoveRow = { move_id: string; move_state: MoveState; address: string | null; copied_tables: string[] }

export async function readMove(orgId: OrgId, sql: Db): Promise<MoveRow | undefined> {
  const [row] = await sql<MoveRow[]>`
    select move_id, move_state, address, copied_tables
    from organisation_moves
    where org_id = ${orgId}`
  return row
}

export async function beginDeparture(orgId: OrgId, from: Db, moveId: string, address: string): Promise<void> {
  await from`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${orgId}, ${moveId}, 'leaving', ${address})`
}

/** It may have been here before: then its keys go on being told where it is, until it is here. */
export async function beginArrival(orgId: OrgId, to: Db, moveId: string, address: string | null): Promise<void> {
  await to`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${orgId}, ${moveId}, 'arriving', ${address})
    on conflict (org_id) do update
    set move_id = excluded.move_id, move_state = 'arriving', address = excluded.address, copied_tables = '{}',
      work_paused_until = null, changed_at = now()`
}

export async function pauseWork(orgId: OrgId, from: Db, forMs: number): Promise<void> {
  await from`
    update organisation_moves
    set work_paused_until = now() + ${forMs} * interval '1 millisecond', changed_at = now()
    where org_id = ${orgId}`
}

export async function setMoved(orgId: OrgId, from: Db): Promise<void> {
  await from`
    update organisation_moves
    set move_state = 'moved', work_paused_until = null, changed_at = now()
    where org_id = ${orgId}`
}

export async function forgetMove(orgId: OrgId, sql: Db): Promise<void> {
  await sql`
    delete from organisation_moves
    where org_id = ${orgId}`
}
