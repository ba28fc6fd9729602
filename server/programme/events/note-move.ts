import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflictOn } from '../../resources/constraints.ts'
import { eventStatus } from '../statuses.ts'
import type { EventRow } from './event.ts'

/** In which a slip of the hand can be mended before buyers are told. */
export const MOVE_TOLD_AFTER_MS = 10 * MINUTE_MS

/**
 * Writes down that an event on sale was moved, for a worker to tell its buyers. Several changes within the moment are one move,
 * from what buyers knew; one back to that is not told.
 */
export async function noteMove(
  { orgId, tx, clock }: ChangeContext,
  event: EventRow,
  to: { startsAt: Date | undefined; venueId: number | null | undefined; refundsUntil: Date | null | undefined },
): Promise<void> {
  const now = clock(orgId)
  const moved =
    (to.startsAt !== undefined && to.startsAt.getTime() !== event.starts_at.getTime()) ||
    (to.venueId !== undefined && to.venueId !== event.venue_id)
  if (!moved || event.event_status_id !== eventStatus.live || event.starts_at <= now) {
    if (to.refundsUntil !== undefined) await changeRefunds({ orgId, tx }, event.event_id, to.refundsUntil)
    return
  }
  await tx`
    insert into event_moves (
      org_id, event_id, from_starts_at, from_timezone, from_venue_id, refunds_until, due_at, created_at, changed_at
    )
    values (
      ${orgId}, ${event.event_id}, ${event.starts_at}, ${event.timezone}, ${event.venue_id}, ${to.refundsUntil ?? null},
      ${new Date(now.getTime() + MOVE_TOLD_AFTER_MS)}, ${now}, ${now}
    )
    on conflict (org_id, event_id) where event_move_status = 'waiting' do update
    set due_at = excluded.due_at, changed_at = excluded.changed_at,
      refunds_until = coalesce(excluded.refunds_until, event_moves.refunds_until)`
}

/** Of a move that buyers have not been told yet: afterwards the mail has said it. */
async function changeRefunds(
  { orgId, tx }: Pick<ChangeContext, 'orgId' | 'tx'>,
  eventId: number,
  refundsUntil: Date | null,
): Promise<void> {
  const { count } = await tx`
    update event_moves
    set refunds_until = ${refundsUntil}
    where org_id = ${orgId}
      and event_id = ${eventId}
      and event_move_status = 'waiting'`
  if (count === 0)
    throw conflictOn(
      'refund_requests_until_unix',
      'The event is not moved by this: send the new start or venue with it.',
    )()
}

/** Writes down that an event was cancelled, for a worker to tell buyers and holders. A move that still waits is not told any more. */
export const noteCancellation = (
  orgId: OrgId,
  tx: Tx,
  { eventId, reason, now }: { eventId: number; reason: string | null; now: Date },
) => tx`
  insert into event_moves (
    org_id, event_id, cancelled, reason, from_starts_at, from_timezone, from_venue_id, due_at, created_at, changed_at
  )
  select org_id, event_id, true, ${reason}, starts_at, timezone, venue_id, ${now}, ${now}, ${now}
  from events
  where org_id = ${orgId}
    and event_id = ${eventId}
  on conflict (org_id, event_id) where event_move_status = 'waiting' do update
  set cancelled = true, reason = excluded.reason, due_at = excluded.due_at, changed_at = excluded.changed_at`
