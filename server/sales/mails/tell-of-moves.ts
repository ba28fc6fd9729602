import { eachOrganisation, isWorkedOn, ownedRows } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { eventStatus } from '../../programme/statuses.ts'

type MoveDeps = { sql: Sql; clock: Clock }

const ORDERS_A_PAGE = 500
/** As many wait at most: the rest is written down when these have left, so that the queue stays short. */
const WAITING_MAX = 2_000
const PAUSE_MS = 5_000
const MOVES_MAX = 20
const ORGANISATIONS_MAX = 100

/**
 * Writes the mails about moved events, page by page, each with how far it got, so that a run that was broken off goes on where it
 * was. Answers how many mails were written.
 */
export async function tellOfMoves(deps: MoveDeps): Promise<number> {
  const now = deps.clock()
  const waiting = await ownedRows(deps.sql<{ org_id: number }[]>`
    select distinct org_id
    from event_moves
    where event_move_status in ('waiting', 'telling')
      and due_at <= ${now}
      and ${isWorkedOn(deps.sql, now)}
    limit ${ORGANISATIONS_MAX}`)
  return eachOrganisation(waiting, async (orgId) => {
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
  told_until: number
  stands: boolean
}

/** Undefined when nothing is due. */
async function tellPage({ clock }: MoveDeps, orgId: OrgId, tx: Tx): Promise<number | undefined> {
  const now = clock()
  const move = await lockMove(orgId, tx, now)
  if (!move) return undefined
  const { event_move_id: id, event_id, told_until } = move
  if (!move.stands) {
    await keep(orgId, tx, now, { id, status: 'dropped', toldUntil: told_until })
    return 0
  }
  const [queue] = await countWaiting(orgId, tx)
  if ((queue?.mails ?? 0) >= WAITING_MAX) {
    await keep(orgId, tx, now, { id, status: 'telling', toldUntil: told_until, pauseMs: PAUSE_MS })
    return 0
  }
  const orders = await findOrders(orgId, tx, event_id, told_until)
  const last = orders.at(-1)?.order_id
  if (last !== undefined) {
    const notices = orders.map(({ order_id: orderId }) => ({
      kind: 'event_moved' as const,
      orderId,
      aboutId: id,
      messageId: `move-${id}-order-${orderId}`,
    }))
    await noteMails(orgId, tx, now, notices, { mass: true })
  }
  const status = orders.length < ORDERS_A_PAGE ? 'told' : 'telling'
  await keep(orgId, tx, now, { id, status, toldUntil: last ?? told_until })
  return orders.length
}

/** A move stands while the event is where buyers do not expect it, and takes place at all. */
async function lockMove(orgId: OrgId, tx: Tx, now: Date): Promise<Move | undefined> {
  const [move] = await tx<Move[]>`
    select m.event_move_id, m.event_id, m.event_move_status, m.told_until,
      e.event_status_id = ${eventStatus.live}
        and (e.starts_at <> m.from_starts_at or e.venue_id is distinct from m.from_venue_id) as stands
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

const findOrders = (orgId: OrgId, tx: Tx, eventId: number, after: number) => tx<{ order_id: number }[]>`
  select order_id
  from orders
  where org_id = ${orgId}
    and event_id = ${eventId}
    and order_status = 'confirmed'
    and email_address is not null
    and order_id > ${after}
  order by order_id
  limit ${ORDERS_A_PAGE}`

type Progress = { id: number; status: 'telling' | 'told' | 'dropped'; toldUntil: number; pauseMs?: number }

const keep = (orgId: OrgId, tx: Tx, now: Date, { id, status, toldUntil, pauseMs = 0 }: Progress) => tx`
  update event_moves
  set event_move_status = ${status}, told_until = ${toldUntil}, due_at = ${new Date(now.getTime() + pauseMs)},
    changed_at = ${now}
  where org_id = ${orgId}
    and event_move_id = ${id}`
