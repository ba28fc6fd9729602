import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { type Notice, noteMails } from '../../messages/mail/notices.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { eventStatus, ticketStatus } from '../../programme/statuses.ts'

type MoveDeps = Clocks & { sql: Sql }

const ORDERS_A_PAGE = 500
/** As many wait at most: the rest is written down when these have left, so that the queue stays short. */
const WAITING_MAX = 2_000
const PAUSE_MS = 5_000
const MOVES_MAX = 20

/**
 * Writes the mails about events that were moved or cancelled, to buyers and to holders, page by page, each with how far it got, so that a run that was broken off goes on where it
 * was. Answers how many mails were written.
 */
export async function tellOfMoves(deps: MoveDeps): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from event_moves
      where event_move_status in ('waiting', 'telling')
        and due_at <= ${now}`,
    oldest: deps.sql`due_at`,
  })
  return eachDue(deps.sql, deps, { due, batch: MOVES_MAX }, async (orgId) => {
    let sum = 0
    for (let pages = 0; pages < MOVES_MAX; pages += 1) {
      const mails = (await deps.sql.begin((tx) => tellPage(deps, orgId, tx))) as number | undefined
      if (mails === undefined) break
      sum += mails
    }
    return sum
  })
}

type Move = {
  event_move_id: number
  event_id: number
  event_move_status: 'waiting' | 'telling'
  cancelled: boolean
  created_at: Date
  told_until: number
  stands: boolean
}

/** Undefined when nothing is due. */
async function tellPage({ clock }: MoveDeps, orgId: OrgId, tx: Tx): Promise<number | undefined> {
  const now = clock(orgId)
  const move = await lockMove(orgId, tx, now)
  if (!move) return undefined
  const { event_move_id: id, told_until } = move
  if (!move.stands) {
    await keep(orgId, tx, now, { id, status: 'dropped', toldUntil: told_until })
    return 0
  }
  const [queue] = await countWaiting(orgId, tx)
  if ((queue?.mails ?? 0) >= WAITING_MAX) {
    await keep(orgId, tx, now, { id, status: 'telling', toldUntil: told_until, pauseMs: PAUSE_MS })
    return 0
  }
  const orders = await findOrders(orgId, tx, move)
  const last = orders.at(-1)?.order_id
  const tickets = last === undefined ? [] : await findPassedOn(orgId, tx, move, orders)
  const notices = [
    ...orders.flatMap(({ order_id, has_address }) => (has_address ? [noticeOf(move, order_id)] : [])),
    ...tickets.map(({ order_id, ticket_id }) => noticeOf(move, order_id, ticket_id)),
  ]
  if (notices.length > 0) await noteMails(orgId, tx, now, notices, { mass: true })
  const status = orders.length < ORDERS_A_PAGE ? 'told' : 'telling'
  await keep(orgId, tx, now, { id, status, toldUntil: last ?? told_until })
  return notices.length
}

/** That an event is cancelled is told once, by the run that writes it first: the one that gives the money back does, too. */
function noticeOf({ event_move_id: id, cancelled }: Move, orderId: number, ticketId?: number): Notice {
  const reader = ticketId === undefined ? `order-${orderId}` : `ticket-${ticketId}`
  return {
    kind: cancelled ? 'event_cancelled' : 'event_moved',
    orderId,
    aboutId: id,
    ...(ticketId === undefined ? {} : { ticketId }),
    messageId: cancelled ? `${reader}-event-cancelled` : `move-${id}-${reader}`,
  }
}

/** As long as a mail waits at most: behind an earlier move there may be readers who believe what that one said, and others who never heard. */
const EARLIER_MS = DAY_MS

/** A move stands while the event may be where a reader does not expect it, and takes place at all. */
async function lockMove(orgId: OrgId, tx: Tx, now: Date): Promise<Move | undefined> {
  const [move] = await tx<Move[]>`
    select m.event_move_id, m.event_id, m.event_move_status, m.cancelled, m.created_at, m.told_until,
      m.cancelled or e.event_status_id = ${eventStatus.live}
        and (
          e.starts_at <> m.from_starts_at
          or e.venue_id is distinct from m.from_venue_id
          or exists (
            select 1
            from event_moves p
            where p.org_id = ${orgId}
              and p.event_id = m.event_id
              and p.event_move_id < m.event_move_id
              and p.event_move_status in ('telling', 'told')
              and p.changed_at > ${new Date(now.getTime() - EARLIER_MS)}
          )
        ) as stands
    from event_moves m
    join events e on e.org_id = ${orgId} and e.event_id = m.event_id
    where m.org_id = ${orgId}
      and m.event_move_status in ('waiting', 'telling')
      and m.due_at <= ${now}
    order by m.due_at
    limit 1
    for no key update of m skip locked`
  return move
}

const countWaiting = (orgId: OrgId, tx: Tx) => tx<{ mails: number }[]>`
  select count(*)::integer as mails
  from (
    select 1
    from mails
    where org_id = ${orgId}
      and mail_status = 'pending'
      and not urgent
      and mass
    limit ${WAITING_MAX}
  ) waiting`

/** Those that a cancelled event's refunds have closed since count like those that are still confirmed. */
const closedSince = ({ cancelled, created_at }: Move) => (cancelled ? created_at : null)

const findOrders = (orgId: OrgId, tx: Tx, move: Move) => tx<{ order_id: number; has_address: boolean }[]>`
  select order_id, email_address is not null as has_address
  from orders
  where org_id = ${orgId}
    and event_id = ${move.event_id}
    and (order_status = 'confirmed' or closed_at >= ${closedSince(move)})
    and order_id > ${move.told_until}
  order by order_id
  limit ${ORDERS_A_PAGE}`

const findPassedOn = (orgId: OrgId, tx: Tx, move: Move, orders: { order_id: number }[]) => tx<
  { order_id: number; ticket_id: number }[]
>`
  select order_id, ticket_id
  from tickets
  where org_id = ${orgId}
    and order_id = any (${orders.map(({ order_id }) => order_id)}::bigint[])
    and transferred
    and email_address is not null
    and (
      ticket_status_id = ${ticketStatus.active}
      or ticket_status_id <> ${ticketStatus.replaced} and changed_at >= ${closedSince(move)}
    )
  order by order_id, ticket_id`

type Progress = { id: number; status: 'telling' | 'told' | 'dropped'; toldUntil: number; pauseMs?: number }

const keep = (orgId: OrgId, tx: Tx, now: Date, { id, status, toldUntil, pauseMs = 0 }: Progress) => tx`
  update event_moves
  set event_move_status = ${status}, told_until = ${toldUntil}, due_at = ${new Date(now.getTime() + pauseMs)},
    changed_at = ${now}
  where org_id = ${orgId}
    and event_move_id = ${id}`
