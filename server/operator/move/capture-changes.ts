import { setTimeout as sleep } from 'node:timers/promises'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { PostgresError } from '../../platform/postgres/errors.ts'
import { type Fragment, literal } from '../../platform/postgres/sql.ts'
import type { MovedTable } from './moved-tables.ts'

/*
 * Triggers on every table of an organisation that leaves. Each of its rows that is written
 *
 *   1. shares the lock of the move, or is refused: the mover stops writes by taking that lock alone, and then all that was written has
 *      been committed, and no request writes. It is let go when its connection ends, so a mover that dies stops no writes.
 *   2. is refused once the organisation has moved: a process may trust what it read of a key for some seconds more.
 *   3. is noted by its key.
 *
 * Rows of other organisations pay for one comparison.
 */

/** Waiting for a table, a trigger makes every request that writes to it wait behind: so not for long, and rather again. */
const LOCK_TIMEOUT_MS = 200
const AGAIN_AFTER_MS = 500
const TRIES_MAX = 600

/** These only count, and are never refused: what is counted in the seconds without writes is not carried over. */
const NEVER_REFUSED = new Set(['rate_limit_windows'])

export const moveLock = (orgId: OrgId, sql: Db): Fragment => sql`
  hashtextextended('organisation move ' || ${literal(sql, orgId)}, 0)`

export async function captureChanges(orgId: OrgId, sql: Sql, tables: MovedTable[]): Promise<void> {
  for (const table of tables) await untilUnlocked(sql, (tx) => capture(orgId, tx, table))
}

export async function releaseChanges(orgId: OrgId, sql: Sql, tables: MovedTable[]): Promise<void> {
  for (const table of tables) await untilUnlocked(sql, (tx) => release(orgId, tx, table))
  await sql`
    delete from organisation_changes
    where org_id = ${orgId}`
}

async function capture(orgId: OrgId, tx: Tx, table: MovedTable): Promise<void> {
  const org = literal(tx, orgId)
  const trigger = tx(triggerName(orgId, table))
  await tx`
    create or replace function ${trigger}() returns trigger
    language plpgsql
    as $$
    declare
      state text;
      place text;
    begin
      ${NEVER_REFUSED.has(table.name) ? tx`` : refuseWhileStopped(orgId, tx)}
      select move_state, address into state, place
      from organisation_moves
      where org_id = ${org};
      if state = 'moved' then
        ${NEVER_REFUSED.has(table.name) ? tx`return null;` : refuseMoved(orgId, tx)}
      end if;
      if tg_op <> 'INSERT' then
        if tg_op = 'DELETE' or ${keyOf(tx, table, 'old')} is distinct from ${keyOf(tx, table, 'new')} then
          ${note(orgId, tx, keyOf(tx, table, 'old'))}
        end if;
      end if;
      if tg_op <> 'DELETE' then
        ${note(orgId, tx, keyOf(tx, table, 'new'))}
      end if;
      return null;
    end
    $$`
  await tx`
    create or replace trigger ${trigger}
    after insert or update on ${tx(table.name)}
    for each row when (new.org_id = ${org})
    execute function ${trigger}()`
  await tx`
    create or replace trigger ${tx(`${triggerName(orgId, table)}_gone`)}
    after delete on ${tx(table.name)}
    for each row when (old.org_id = ${org})
    execute function ${trigger}()`
}

/** The two codes are those that platform/http/elsewhere.ts knows. */
const refuseWhileStopped = (orgId: OrgId, tx: Tx) => tx`
  if not pg_try_advisory_xact_lock_shared(${moveLock(orgId, tx)}) then
    raise exception 'organisation % is on its way to another cell', ${literal(tx, orgId)} using errcode = 'GS001';
  end if;`

/** What is over may be purged of what it has left behind. */
const refuseMoved = (orgId: OrgId, tx: Tx) => tx`
  if tg_op = 'DELETE' then
    return null;
  end if;
  raise exception 'organisation % has moved to %', ${literal(tx, orgId)}, place using errcode = 'GS002', detail = place;`

const keyOf = (tx: Tx, { key }: MovedTable, row: 'old' | 'new') =>
  key.length === 0
    ? tx`'{}'::text[]`
    : tx`array[${key.map(({ name }, at) => tx`${at === 0 ? tx`` : tx`, `}${tx(row)}.${tx(name)}::text`)}]`

const note = (orgId: OrgId, tx: Tx, key: Fragment) => tx`
  insert into organisation_changes (org_id, table_name, row_key)
  values (${literal(tx, orgId)}, tg_table_name, ${key});`

async function release(orgId: OrgId, tx: Tx, table: MovedTable): Promise<void> {
  const trigger = tx(triggerName(orgId, table))
  await tx`drop function if exists ${trigger}() cascade`
}

const triggerName = (orgId: OrgId, { name }: MovedTable) => `move_${orgId}_${name}`

async function untilUnlocked(sql: Sql, work: (tx: Tx) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const isDone = await sql
      .begin(async (tx) => {
        await tx`set local lock_timeout = ${literal(tx, LOCK_TIMEOUT_MS)}`
        await work(tx)
      })
      .then(() => true)
      .catch((error: unknown) => {
        const isBusy = error instanceof PostgresError && ['55P03', '40P01'].includes(error.code)
        if (!isBusy || tries === TRIES_MAX) throw error
        return false
      })
    if (isDone) return
    await sleep(AGAIN_AFTER_MS)
  }
}
