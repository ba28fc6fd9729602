import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { PostgresError } from '../../platform/postgres/errors.ts'
import { literal } from '../../platform/postgres/sql.ts'
import { moveLock } from './capture-changes.ts'
import { requireUnchanged } from './check-cells.ts'
import type { Way } from './copy-organisation.ts'
import { setMoved } from './move-state.ts'
import { replayChanges } from './replay-changes.ts'

/** Writes are not stopped for longer; a mover that cannot be done by then lets go and tries again later. */
export const STOPPED_MAX_MS = 5_000
/** For requests that have begun to write; one that begins meanwhile is refused already. */
const LOCK_TIMEOUT_MS = 1_500
/** So much is left for the last commits. */
const SWITCH_BY_MS = 4_000

class TooLong extends Error {}

/**
 * Stops the writes, replays what is left, and leaves. All of it hangs on the transaction that holds the lock: if the mover dies or
 * falls silent, its connection ends, the lock is free and the organisation is where it was. Answers for how long nothing could be
 * written, or that it took too long.
 */
export async function leave(way: Way, stoppedMaxMs = SWITCH_BY_MS): Promise<{ stoppedMs: number } | 'too long'> {
  const { orgId, from } = way
  let stoppedAt = 0
  let replaying: Promise<unknown> | undefined
  try {
    await from.begin(async (tx) => {
      await tx`set local lock_timeout = ${literal(tx, LOCK_TIMEOUT_MS)}`
      await tx`set local idle_in_transaction_session_timeout = ${literal(tx, STOPPED_MAX_MS)}`
      stoppedAt = performance.now()
      await tx`select pg_advisory_xact_lock(${moveLock(orgId, tx)})`
      replaying = replayChanges(way)
      await within(stoppedAt + stoppedMaxMs, replaying)
      await requireUnchanged(way.migrations, tx, way.to)
      await setMoved(orgId, tx)
    })
  } catch (error) {
    const isBusy = error instanceof TooLong || (error instanceof PostgresError && error.code === '55P03')
    if (!isBusy) throw error
    // Requests write again meanwhile. It is a round like any other, and two at once would want the same notes.
    await replaying
    return 'too long'
  }
  return { stoppedMs: performance.now() - stoppedAt }
}

async function within(atMs: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TooLong()), Math.max(0, atMs - performance.now()))
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Workers have begun nothing whose end they could not write down: messages are sent by one cell only. */
export async function isDrained(orgId: OrgId, from: Sql): Promise<boolean> {
  const [busy] = await from`
    select 1 as one
    where exists (
      select 1
      from webhook_queues
      where org_id = ${orgId}
        and leased_until > now()
    )
    or exists (
      select 1
      from mails
      where org_id = ${orgId}
        and mail_status = 'pending'
        and handed_over_at is not null
        and due_at > now()
    )`
  return busy === undefined
}
