import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { Admission, Direction } from '../rules/facts.ts'
import { mayEnter, usedResult } from '../rules/policy.ts'
import { type NewScan, recordScans } from './record-scans.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { sql } = house
const { orgId } = club
const deviceId = await ground.add('devices', 'device_id', { name: 'Scanner' })

let nonce = 0
const newScan = (who: Partial<NewScan>, direction: Direction): NewScan => {
  nonce += 1
  return {
    eventId: ground.eventId,
    gateId: ground.gates[0],
    deviceId,
    nonce: `r${nonce}`,
    direction,
    barcode: 'any',
    bySearch: false,
    steward: null,
    ticketId: null,
    memberId: null,
    clockSkewMs: 0,
    refusal: null,
    flag: 1,
    allowedResult: direction === 'entry' ? 'admitted' : 'exit',
    usedResult: 'already_used',
    message: null,
    ...who,
  }
}

const admissions: (Admission | undefined)[] = [
  undefined,
  { entries: 0, exits: 0, inside: false },
  { entries: 0, exits: 1, inside: false },
  { entries: 1, exits: 0, inside: true },
  { entries: 1, exits: 1, inside: false },
  { entries: 2, exits: 1, inside: true },
  { entries: 2, exits: 2, inside: false },
]
const cases = [0, 1, 2, 3].flatMap((flag) =>
  admissions.flatMap((before) => (['entry', 'exit'] as const).map((direction) => ({ flag, before, direction }))),
)

for (const kind of ['ticket', 'member'] as const) {
  test(`the statement and the rules agree, for a ${kind} in every state`, async () => {
    for (const { flag, before, direction } of cases) {
      // A price that is never scanned does not come as far as the statement, and its first entry is no conflict to decide.
      if (flag === 0 && before === undefined) continue
      const ticket = kind === 'ticket' ? await ground.ticket(flag) : undefined
      const member = kind === 'member' ? await ground.member() : undefined
      const who = { ticketId: ticket?.ticketId ?? null, memberId: member?.memberId ?? null }
      const table = kind === 'ticket' ? 'ticket_admissions' : 'member_admissions'
      const key = ticket
        ? { ticket_id: ticket.ticketId }
        : { membership_member_id: member?.memberId ?? 0, event_id: ground.eventId }
      if (before) await sql`insert into ${sql(table)} ${sql({ org_id: orgId, ...key, ...before })}`
      const refused = usedResult(flag)
      const through = direction === 'entry' ? 'admitted' : 'exit'
      const scan = newScan({ ...who, flag, usedResult: refused }, direction)
      const [recorded] = await recordScans(orgId, sql, house.clock(), `${kind}s`, [scan])
      const was = before ?? { entries: 0, exits: 0, inside: false }
      const allowed = direction === 'exit' || mayEnter(flag, was)
      const label = JSON.stringify({ flag, before, direction })
      assert.equal(recorded?.result, allowed ? through : refused, label)
      const [after] = await sql<Admission[]>`
        select entries, exits, inside
        from ${sql(table)}
        where org_id = ${orgId}
          and ${ticket ? sql`ticket_id = ${ticket.ticketId}` : sql`membership_member_id = ${member?.memberId ?? 0}`}`
      const moved =
        direction === 'entry' ? { entries: was.entries + 1, inside: true } : { exits: was.exits + 1, inside: false }
      assert.deepEqual({ ...after }, allowed ? { ...was, ...moved } : was, label)
    }
  })
}

test('a ticket that was cancelled since the rules looked at it is neither admitted nor recorded', async () => {
  const { ticketId } = await ground.ticket(1, { ticket_status_id: 2 })
  const rows = await recordScans(orgId, sql, house.clock(), 'tickets', [newScan({ ticketId }, 'entry')])
  assert.equal(rows.length, 0)
  const [count] = await sql<{ rows: number }[]>`
    select count(*)::integer as rows
    from scans
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  assert.equal(count?.rows, 0)
})

test('a scan is never dated before the last one that was let through', async () => {
  const { ticketId } = await ground.ticket(3)
  const later = new Date(house.clock().getTime() + 5000)
  await recordScans(orgId, sql, later, 'tickets', [newScan({ ticketId, flag: 3 }, 'entry')])
  const [second] = await recordScans(orgId, sql, house.clock(), 'tickets', [newScan({ ticketId, flag: 3 }, 'exit')])
  assert.equal(second?.scanned_at.getTime(), later.getTime() + 1)
})

test('scans that are decided together are decided each by its own policy and state', async () => {
  const used = await ground.ticket(1)
  const once = await ground.ticket(1)
  const inside = await ground.ticket(2)
  const always = await ground.ticket(3)
  const gone = await ground.ticket(1, { ticket_status_id: 2 })
  const scanOf = ({ ticketId }: { ticketId: number }, flag: number, more: Partial<NewScan> = {}) =>
    newScan({ ticketId, flag, ...more }, 'entry')
  await recordScans(orgId, sql, house.clock(), 'tickets', [scanOf(used, 1), scanOf(inside, 2), scanOf(always, 3)])
  const scans = [
    scanOf(used, 1),
    scanOf(once, 1),
    scanOf(inside, 2, { usedResult: 'not_exited' }),
    scanOf(always, 3),
    scanOf(gone, 1),
    newScan({ refusal: 'unknown' }, 'entry'),
  ]
  const rows = await recordScans(orgId, sql, house.clock(), 'tickets', scans)
  const resultOf = new Map(rows.map(({ nonce: name, result }) => [name, result]))
  assert.deepEqual(
    scans.map((scan) => resultOf.get(scan.nonce)),
    ['already_used', 'admitted', 'not_exited', 'admitted', undefined, 'unknown'],
  )
})

test('tickets are locked in the order of their ids, whatever the order of the scans', async () => {
  const [low, high] = [await ground.ticket(), await ground.ticket()]
  const lockTicket = (tx: Tx, ticketId: number, how: Fragment) => tx`
    select 1
    from tickets
    where org_id = ${orgId}
      and ticket_id = ${ticketId}
    ${how}`
  const scans = [newScan({ ticketId: high.ticketId }, 'entry'), newScan({ ticketId: low.ticketId }, 'entry')]
  let working: Promise<{ length: number }> | undefined
  await sql.begin(async (tx) => {
    await lockTicket(tx, low.ticketId, tx`for update`)
    working = recordScans(orgId, sql, house.clock(), 'tickets', scans)
    await awaitedLock(sql)
    // The batch that waits for the first has not taken the second.
    await lockTicket(tx, high.ticketId, tx`for update nowait`)
  })
  assert.equal((await working)?.length, 2)
})
