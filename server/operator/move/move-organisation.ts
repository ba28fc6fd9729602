import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { idRange } from '../../platform/postgres/id-ranges.ts'
import { bringPeople } from './bring-people.ts'
import { captureChanges, releaseChanges } from './capture-changes.ts'
import { type Cells, checkCells, readCellRow } from './check-cells.ts'
import { copyOrganisation, removeOrganisation, type Way } from './copy-organisation.ts'
import { beginArrival, beginDeparture, forgetMove, type MoveRow, pauseWork, readMove, setMoved } from './move-state.ts'
import { readMovedTables } from './moved-tables.ts'
import { replayChanges } from './replay-changes.ts'
import { isDrained, leave } from './stop-writes.ts'
import { MoveError, requireCleanBooks } from './verify-copy.ts'

export type Move = {
  orgId: OrgId
  from: Sql
  to: Sql
  /** Where the other cell's API is, if its own processes have not said. */
  address?: string | undefined
  say: (line: string) => void
}
export type Moved = { address: string; stoppedMs: number | null }

/** Few enough that they are replayed in a moment. */
const FEW_CHANGES = 500
const PAUSE_MS = 60_000
const DRAIN_MAX_MS = 45_000
const DRAIN_POLL_MS = 250
const TRIES_MAX = 20
const AGAIN_AFTER_MS = 2_000

/**
 * Moves an organisation to another cell while it goes on selling. Killed at any point, it goes on from there when it is started
 * again; until the last step the organisation is where it was, afterwards it is there.
 */
export const moveOrganisation = (move: Move): Promise<Moved> => alone(move, () => moveAlone(move))

/** Two movers at once would take each other's notes. */
async function alone<T>({ orgId, from }: Pick<Move, 'orgId' | 'from'>, work: () => Promise<T>): Promise<T> {
  const connection = await from.reserve()
  const lock = from`hashtextextended('organisation mover ' || ${orgId}::bigint, 0)`
  try {
    const [turn] = await connection<{ is_ours: boolean }[]>`select pg_try_advisory_lock(${lock}) as is_ours`
    if (!turn?.is_ours) throw new MoveError('another process is moving it')
    return await work()
  } finally {
    await connection`select pg_advisory_unlock(${lock})`.catch(() => {})
    connection.release()
  }
}

async function moveAlone(move: Move): Promise<Moved> {
  const { orgId, from, to, say } = move
  const cells = await checkCells(orgId, from, to, move.address)
  const way: Way = { orgId, from, to, tables: await readMovedTables(from), migrations: cells.migrations }
  const departure = await readMove(orgId, from)
  if (departure?.move_state === 'arriving') throw new MoveError('it is just arriving here from another cell')
  if (departure && departure.address !== cells.to) throw new MoveError(whereTo(departure))
  if (departure?.move_state === 'moved') return { address: cells.to, stoppedMs: await arrive(way, departure) }
  await begin(way, departure, cells)
  say('noting changes')
  await captureChanges(orgId, from, way.tables)
  await copyOrganisation(way, say)
  say('catching up')
  await catchUp(way)
  say('comparing every row')
  await replayChanges(way, 'everything')
  await requireCleanBooks(orgId, from, 'this cell')
  await requireCleanBooks(orgId, to, 'the other cell')
  await bringPeople(way)
  const stoppedMs = await switchCells(move, way)
  // Who joined meanwhile.
  await bringPeople(way)
  await forgetMove(orgId, to)
  say('moved')
  return { address: cells.to, stoppedMs }
}

const whereTo = ({ move_state, address }: MoveRow) =>
  move_state === 'moved'
    ? `it has moved to ${address}: move it on from there`
    : `it is on its way to ${address}: finish that move, or undo it with --cancel`

/** The moment between the two last steps: it has left, and no cell serves it yet. */
async function arrive(way: Way, { move_id }: MoveRow): Promise<null> {
  const { orgId, to } = way
  await bringPeople(way)
  const arrival = await readMove(orgId, to)
  if (arrival?.move_state === 'arriving' && arrival.move_id === move_id) await forgetMove(orgId, to)
  return null
}

/** An arrival of another move, which was undone or never finished, begins anew. */
async function begin(way: Way, departure: MoveRow | undefined, cells: Cells) {
  const { orgId, from, to } = way
  const moveId = departure?.move_id ?? randomUUID()
  if (!departure) await beginDeparture(orgId, from, moveId, cells.to)
  const arrival = await readMove(orgId, to)
  if (arrival?.move_state === 'leaving') throw new MoveError('the other cell is moving it, too')
  const isKnown = arrival?.move_state === 'arriving' && arrival.move_id === moveId
  if (!isKnown) await beginArrival(orgId, to, moveId, cells.from)
  // Of when it left that cell.
  await releaseChanges(orgId, to, way.tables)
}

/** A round takes as long as it has to copy, in which fewer change: until few do, or as few as it gets. */
async function catchUp(way: Way): Promise<void> {
  let before = Number.POSITIVE_INFINITY
  for (let changes = await replayChanges(way); changes > FEW_CHANGES && changes < before / 2; ) {
    before = changes
    changes = await replayChanges(way)
  }
}

async function switchCells({ orgId, from, say }: Move, way: Way): Promise<number> {
  say('letting the workers finish')
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await drainWork(way)
    await catchUp(way)
    say('stopping writes')
    const left = await leave(way)
    if (left !== 'too long') return left.stoppedMs
    say('it took too long; writes go on, and it is tried again')
    await sleep(AGAIN_AFTER_MS)
  }
  await pauseWork(orgId, from, 0)
  throw new MoveError('writes could not be stopped for long enough: a request writes without end, an import perhaps')
}

/** Workers take up nothing new; what they had taken up ends, or its lease does. */
async function drainWork({ orgId, from }: Way): Promise<void> {
  await pauseWork(orgId, from, PAUSE_MS)
  const endBy = performance.now() + DRAIN_MAX_MS
  // Who was just looking for work has found it by then.
  do await sleep(DRAIN_POLL_MS)
  while (!(await isDrained(orgId, from)) && performance.now() < endBy)
}

/** Before it has moved: everything is as if no move had begun. */
export const cancelMove = (move: Cancelled): Promise<void> => alone(move, () => cancelAlone(move))

/** Without the other cell where that is lost: the copy in it, from which no request is served, stays there. */
type Cancelled = Omit<Move, 'to'> & { to: Sql | undefined }

async function cancelAlone({ orgId, from, to, address, say }: Cancelled): Promise<void> {
  const departure = await readMove(orgId, from)
  const arrival = to && (await readMove(orgId, to))
  if (departure?.move_state === 'moved') throw new MoveError(`${whereTo(departure)}, to here`)
  if (departure?.move_state === 'arriving')
    throw new MoveError('it is just arriving here: undo that at the cell that it leaves')
  if (departure && to && departure.address !== (address ?? (await readCellRow(to, 'the other cell')).address))
    throw new MoveError(`it is on its way to ${departure.address}: undo that with --to that cell`)
  const tables = await readMovedTables(from)
  if (departure) {
    say('no longer noting changes')
    await releaseChanges(orgId, from, tables)
    await forgetMove(orgId, from)
  }
  if (to && arrival?.move_state === 'arriving') {
    say('removing the copy')
    const keepsKeys = arrival.address !== null && (await isFromCell(orgId, to))
    await removeOrganisation({ orgId, to, tables }, keepsKeys ? 'keys' : 'nothing')
    if (keepsKeys) await setMoved(orgId, to)
    else await forgetMove(orgId, to)
  }
}

/** It was created there: callers who come there with a key go on being told where it is. */
async function isFromCell(orgId: OrgId, sql: Sql): Promise<boolean> {
  const [cell] = await sql<{ cell_number: number }[]>`
    select cell_number
    from cell`
  const { first, last } = idRange(cell?.cell_number ?? 0, 'organisations')
  return orgId >= first && orgId <= last
}

/** After it has moved, what it left behind goes, but for its keys: callers who come with one are told where to go. */
export const cleanUp = (move: Omit<Move, 'to'>): Promise<void> => alone(move, () => cleanUpAlone(move))

async function cleanUpAlone({ orgId, from, say }: Omit<Move, 'to'>): Promise<void> {
  const departure = await readMove(orgId, from)
  if (departure?.move_state !== 'moved') throw new MoveError('it has not moved from here')
  const tables = await readMovedTables(from)
  say('removing what it left behind')
  await removeOrganisation({ orgId, to: from, tables }, 'keys')
  await releaseChanges(orgId, from, tables)
}
