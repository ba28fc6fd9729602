import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stores } from '../../faces/scan/disk.ts'
import { newScan } from '../../faces/scan/queue.ts'
import { offerSealed, sealScans } from '../../faces/scan/sealed-scans.ts'
import { agree } from '../../faces/scan/sync.ts'
import { fold, type LogEntry } from '../../server/gates/rules/fold.ts'
import { openGround } from '../builders/grounds.ts'
import { openHouse } from '../harness/house.ts'
import { enrolPhone } from './house-phone.ts'
import { lots } from './story.ts'

/*
 * A match by the phones' own program and the real service: seven phones, of which two have no network, one has a wrong clock, one is killed
 * again and again, one is poisoned and one is taken off the gates. `MATCH_ADMISSIONS=5000` plays the whole of it; the run of all tests a
 * smaller one.
 */
const ADMISSIONS = Number(process.env.MATCH_ADMISSIONS ?? 210)
const MINUTE_MS = 60_000

let at = Date.now()
const house = await openHouse({ clock: () => new Date(at) })
const club = await house.organisation()
const ground = await openGround(house, club)
const manage = (method: string, path: string) => house.call(method, `/v1/manage${path}`, { key: club.key })

type Told = { ticket: number; phone: string; nonce: string; result: string; at: number }

const newPhone = (name: string, { aheadMs = 0 } = {}) =>
  enrolPhone(house, club, { name, eventId: ground.eventId, gateId: ground.gates[0], now: () => at + aheadMs })

const names = ['plain', 'offline 1', 'offline 2', 'wrong clock', 'killed', 'poisoned', 'revoked'] as const

test(`a match of ${ADMISSIONS} admissions ends as the model says, with alarms for exactly the right phones`, {
  timeout: 3_600_000,
}, async () => {
  const tickets: { barcode: string; ticketId: number }[] = []
  for (let index = 0; index < ADMISSIONS; index += 1) tickets.push(await ground.ticket(1))
  const phones = await Promise.all(
    names.map((name) => newPhone(name, name === 'wrong clock' ? { aheadMs: 3_600_000 } : {})),
  )
  const phoneOf = (name: (typeof names)[number]) => phones.find((phone) => phone.name === name) ?? assert.fail(name)
  for (const { keeper } of phones) await agree(keeper)
  for (const name of ['offline 1', 'offline 2'] as const) phoneOf(name).network.isCut = true

  const draw = lots(11)
  const answers: Told[] = []
  const show = async (ticket: number, phone: (typeof phones)[number]) => {
    at += 200
    const answer = await phone.keeper.scan(tickets[ticket]?.barcode ?? '', 'entry')
    await phone.keeper.seen(answer)
    answers.push({ ticket, phone: phone.name, nonce: answer.nonce, result: answer.result, at })
  }
  const poisoned = phoneOf('poisoned')
  const revoked = phoneOf('revoked')
  for (const [index] of tickets.entries()) {
    const phone = phones[index % phones.length] ?? phones[0]
    if (!phone || phone.keeper.standing.isRevoked) continue
    await show(index, phone)
    // One in twenty is a copy that another fan shows elsewhere.
    const other = phones[Math.floor(draw() * phones.length)]
    if (draw() < 0.05 && other && !other.keeper.standing.isRevoked) await show(index, other)
    if (phone.name === 'killed' && index % 5 === 0) phone.keeper = await phone.open()
    if (index === Math.floor(ADMISSIONS / 3)) {
      // As a program of before would have kept a line feed.
      const scan = newScan(poisoned.keeper.choice, { barcode: '', found: null }, 'entry', at)
      const row = { ...scan, stage: 'waiting', result: 'unknown' as const, answer: true }
      await poisoned.disk.write([stores.scans], (shelf) => shelf('scans').put(row))
      poisoned.keeper = await poisoned.open()
    }
    if (index === Math.floor(ADMISSIONS / 2)) revoked.network.isCut = true
    if (index === Math.floor(ADMISSIONS * 0.7)) {
      await manage('POST', `/devices/${revoked.deviceId}/revoke`)
      // Other processes hear of it within seconds; its network is back.
      at += 10_000
      revoked.network.isCut = false
      await agree(revoked.keeper)
    }
    if (index % 40 === 0) for (const each of phones) if (!each.keeper.standing.isRevoked) await agree(each.keeper)
  }
  for (const each of phones) if (!each.keeper.standing.isRevoked) await agree(each.keeper)

  // Two have said nothing for a while, as a supervisor sees it now.
  at += 2 * MINUTE_MS
  for (const each of phones) if (!each.network.isCut && !each.keeper.standing.isRevoked) await agree(each.keeper)
  const alarms = async () => {
    const { body } = await manage('GET', '/devices?limit=100')
    const ofMatch = body.data.filter(({ name }: { name: string }) => (names as readonly string[]).includes(name))
    return Object.fromEntries(
      ofMatch.map((each: { name: string; alarms: string[] }) => [each.name, each.alarms[0] ?? '']),
    )
  }
  const expected = { plain: '', 'wrong clock': 'clock', killed: '', poisoned: 'aside', revoked: '' }
  assert.deepEqual(await alarms(), { ...expected, 'offline 1': 'silent', 'offline 2': 'silent' })
  assert.equal(revoked.keeper.standing.isRevoked, true)

  for (const name of ['offline 1', 'offline 2'] as const) phoneOf(name).network.isCut = false
  for (const each of phones) if (!each.keeper.standing.isRevoked) await agree(each.keeper)
  for (const each of phones) if (each !== revoked) assert.equal(each.keeper.standing.waiting, 0, each.name)
  for (const each of phones) if (!each.keeper.standing.isRevoked) await agree(each.keeper)
  assert.deepEqual(await alarms(), { ...expected, 'offline 1': '', 'offline 2': '' })
  assert.equal(poisoned.keeper.standing.aside.length, 1)

  // The phone that was taken off forgets everything; what it had not uploaded it seals, and the service takes it.
  const { sealed, lost } = await sealScans(revoked.phone, revoked.identity)
  assert.ok(sealed > 0)
  assert.deepEqual(await offerSealed(revoked.phone), { taken: sealed, refused: 0, waiting: 0 })
  assert.equal(lost, 0)
  const model = new Map<number, LogEntry[]>()
  for (const [scanId, { ticket, nonce, result, at: scannedAt }] of answers.entries()) {
    if (result !== 'admitted') continue
    const log = model.get(ticket) ?? []
    model.set(ticket, [...log, { scanId, deviceId: 0, nonce, result, scannedAt, annulsScanId: null }])
  }
  const rows = await house.sql<{ ticket_id: number; entries: number }[]>`
    select ticket_id, entries
    from ticket_admissions
    where org_id = ${club.orgId}`
  const entriesOf = new Map(rows.map(({ ticket_id, entries }) => [ticket_id, entries]))
  const folded = tickets.map((_, ticket) => fold(1, model.get(ticket) ?? []))
  assert.deepEqual(
    tickets.map(({ ticketId }) => entriesOf.get(ticketId) ?? 0),
    folded.map(({ entries }) => entries),
  )
  const { body } = await manage('GET', `/scan_conflicts?event_id=${ground.eventId}&status=open&limit=100`)
  const conflicts = folded.reduce((total, each) => total + each.conflicts.length, 0)
  assert.ok(conflicts > 0)
  assert.equal(body.data.length, Math.min(100, conflicts))
  const admitted = folded.reduce((total, { entries }) => total + entries, 0)
  assert.ok(admitted > ADMISSIONS * 0.8, `${admitted} were let in`)
})
