import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { clockOf } from '../../../tests/builders/clocks.ts'
import { openHouse, openTestDatabase, testSeal } from '../../../tests/harness/house.ts'
import { orgIdOf } from '../../access/principal.ts'
import { createSettleDeps } from '../../checkout/answers/settle-deps.ts'
import { createPayments } from '../../payments/payments/providers.ts'
import { createTestBank } from '../../payments/payments/test-bank.ts'
import { type Clock, organisationClock, systemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { auditBooks } from '../audit/audit.ts'
import { ensureDemoOrganisation } from './demo-organisation.ts'
import { HARBOUR_CITY } from './harbour-city.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand-demo-plans-'))
after(() => rm(folder, { recursive: true }))
const database = await openTestDatabase()
let houseClock: Clock = organisationClock(systemClock)
const bank = createTestBank({ sql: database.sql, clock: ((orgId: number) => houseClock(orgId)) as Clock })
const payments = createPayments({ stripe: undefined, bank })
const house = await openHouse({ payments }, database)
const { sql, clock, seal } = house
houseClock = clock
clock.set(new Date('2027-06-10T12:00:00Z'))
await ensureDemoOrganisation(sql, folder, { clock, seal: testSeal })
const demo = orgIdOf(1)
const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim()
const moved = clockOf(house, { key }, createSettleDeps({ sql, clock, systemClock: clock, seal, payments }))

const read = async (path: string) => {
  const { status, body, text } = await house.call('GET', path, { key })
  assert.equal(status, 200, text)
  return body
}
const stages = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await read('/v1/manage/collection_stages')).stages.map((row: { stage: string; instalments: number }) => [
      row.stage,
      row.instalments,
    ]),
  )

/** Of the plans that collect themselves, by their order in the club's description: where their open instalments are. */
const openOf = (about: string) => {
  const index = HARBOUR_CITY.plans.findIndex((plan) => plan.about === about)
  assert.ok(index >= 0, about)
  return sql<{ debt_status: string; attempts: number; is_planned: boolean }[]>`
    select d.debt_status, d.attempts, d.next_attempt_at is not null as is_planned
    from members m
    join debts d on d.org_id = ${demo} and d.order_id = m.membership_order_id
    where m.org_id = ${demo}
      and m.member_number = ${`D${String(HARBOUR_CITY.size.members + 1 + index).padStart(9, '0')}`}
      and d.instalment_number = 2`
}

test('a newcomer sees plans at each point of the way, and what happens next', async () => {
  const seen = await stages()
  assert.ok((seen.due_soon ?? 0) >= 2, JSON.stringify(seen))
  assert.equal(seen.failed, 1)
  assert.ok((seen.needs_fan ?? 0) >= 1)
  assert.equal(seen.returned, 1)
  const { upcoming } = await read('/v1/manage/clock')
  const kinds: string[] = upcoming.map(({ kind }: { kind: string }) => kind)
  for (const kind of ['debit_announced', 'instalment_charged', 'ladder_step', 'membership_renewed'])
    assert.ok(kinds.includes(kind), `${kind} of ${kinds}`)
  const { data: items } = await read('/v1/manage/attention')
  const attention: string[] = items.map(({ kind }: { kind: string }) => kind)
  for (const kind of ['instalment_needs_fan', 'instalment_returned']) assert.ok(attention.includes(kind), kind)
  const mandates = (await read('/v1/manage/mandates')).data
  assert.deepEqual([...new Set(mandates.map(({ scheme }: { scheme: string }) => scheme))], ['au_becs_debit'])
  const [renewal] = (await read('/v1/manage/membership_renewals')).data
  assert.equal(renewal.status, 'announced')
  const ladder = await read('/v1/manage/collection_ladder')
  assert.deepEqual([ladder.retry_days, ladder.soft_overdue_days, ladder.hard_overdue_days], [[3, 7, 14], 7, 21])
})

test('no mail waits that would tell a fan of what was long ago', async () => {
  const waiting = await sql`
    select mail_id
    from mails
    where org_id = ${demo}
      and mail_status <> 'sent'`
  assert.equal(waiting.length, 0)
})

test('a month later by the sandbox’s clock it has charged them, and the books agree', async () => {
  assert.deepEqual(
    [...(await openOf('A plan that rests, as staff have promised'))],
    [{ debt_status: 'due', attempts: 0, is_planned: false }],
  )
  await moved.advance(31 * DAY_MS)
  for (const about of [
    'A card that pays in three days',
    'A debit that its fan was told of',
    'A debit whose fan is told in some days',
    'A card without money that is tried again',
    'A debit that the bank took back, and that is presented once more',
  ]) {
    const [second] = await openOf(about)
    assert.equal(second?.debt_status, 'paid', about)
  }
  const [rests] = await openOf('A plan that rests, as staff have promised')
  assert.deepEqual(rests, { debt_status: 'due', attempts: 0, is_planned: false })
  const [asked] = await openOf('A bank that wants to ask, unanswered for so long that the steward is told')
  assert.deepEqual(asked, { debt_status: 'failed', attempts: 1, is_planned: false })
  const [renewal] = (await read('/v1/manage/membership_renewals')).data
  assert.equal(renewal.status, 'renewed')
  assert.deepEqual(await auditBooks(demo, sql), [])
})
