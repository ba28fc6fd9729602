import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agree } from '../../faces/scan/sync.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { DAY_MS, HOUR_MS } from '../../server/platform/values/durations.ts'
import { clockOf } from '../builders/clocks.ts'
import { addEvent } from '../builders/events.ts'
import { mailKit } from '../builders/mails.ts'
import { membershipsOf } from '../builders/membership-sale.ts'
import { fansOf, mailsByClock, type SeasonFan } from '../builders/season-fans.ts'
import { openSettlingHouse } from '../builders/settling.ts'
import { addGate, addVenue } from '../builders/venues.ts'
import { enrolPhone } from '../gates/house-phone.ts'
import { startSmtp } from '../outside/smtp.ts'

/*
 * A season of a club, played by its sandbox's clock: instalments by debit and by card, of which some come back, fail, or want the fan; a
 * gate without a network; and memberships of which one goes on by itself and one is stopped.
 */

const { house, club, deps } = await openSettlingHouse()
const smtp = await startSmtp()
const mail = mailKit(house, club, smtp.url)
const clock = clockOf(house, club, deps, [{ name: 'send mails', everyMs: 1, run: mailsByClock(mail) }])
const { addType, addOption } = membershipsOf(house, club)
const begin = house.clock().getTime()
const dayOf = (days: number) => new Date(begin + days * DAY_MS)
const isoDay = (days: number) => dayOf(days).toISOString().slice(0, 10)
/** To so many days after the beginning. */
const goTo = (days: number) => clock.advance(begin + days * DAY_MS - house.clock(club.orgId).getTime())

const { call, join, linkOf, statesOf, countMails, renewalOf } = fansOf(house, club, smtp)
const secretOf = async (fan: SeasonFan) => ({
  'x-debt-secret': await linkOf(fan, /could not be charged/, /orders\/owed#(dbs_[\w-]+)/),
})

/** The balance of each account of the books. */
async function balances(): Promise<Record<string, number>> {
  const [from, to] = [begin / 1000 - 3600, house.clock(club.orgId).getTime() / 1000 + 3600]
  const path = `/v1/manage/exports/ledger.csv?unix_start=${Math.floor(from)}&unix_end=${Math.floor(to)}`
  const [head = '', ...lines] = (await house.call('GET', path, { key: club.key })).text.trim().split(/\r?\n/)
  const columns = head.replace(/^\uFEFF/, '').split(',')
  const sums: Record<string, number> = {}
  for (const line of lines) {
    const cells = Object.fromEntries(line.split(',').map((cell, index) => [columns[index], cell]))
    const cents = Math.round((Number(cells.debit) - Number(cells.credit)) * 100)
    sums[cells.account ?? ''] = (sums[cells.account ?? ''] ?? 0) + cents
  }
  return sums
}

test('a season by the clock: debited, returned, mended, refused and let in, renewed and stopped, and the books are right', async () => {
  const ladder = { collection_hour: 9, retry_days: [3, 7], soft_overdue_days: 7, hard_overdue_days: 14 }
  await call('PUT', '/v1/manage/collection_ladder', ladder)
  const nextSeason = await addType({ term: null, expires: isoDay(660), game_day_access: 1 })
  const season = { term: null, expires: isoDay(300), game_day_access: 1, offer_auto_renew: 1 }
  const typeId = await addType({ ...season, renewal_type_id: nextSeason })
  const of = { membership_type_id: typeId }
  const parts = async (number_of_instalments: number) => ({
    ...of,
    membership_payment_option_id: await addOption({ collection: 'automatic', number_of_instalments }),
  })
  const [ten, three] = [await parts(10), await parts(3)]
  const venueId = await addVenue(house, club)
  const gateId = await addGate(house, club, venueId)
  const eventId = await addEvent(house, club, { venue_id: venueId, event_status_id: 1, starts_at: dayOf(50) })

  const debited = await join('debited', 'pm_test_debit_ok', ten)
  const returned = await join('returned', 'pm_test_debit_returned_once', three)
  const expired = await join('expired', 'pm_test_offsession_expired', three)
  const asked = await join('asked', 'pm_test_offsession_requires_action', three)
  const overdue = await join('overdue', 'pm_test_offsession_stolen', three)
  const goesOn = await join('goes-on', 'pm_test_ok', { ...of, auto_renew: true })
  const leaves = await join('leaves', 'pm_test_ok', { ...of, auto_renew: true })

  await goTo(40)
  assert.deepEqual(await statesOf(returned), ['paid 2', 'returned 1', 'due 0'])
  const card = { payment_method: 'pm_test_ok' }
  const changed = await call('POST', '/v1/storefront/debt/card', card, await secretOf(expired))
  assert.equal(changed.state, 'changed')
  const bank = { payment_method: 'pm_test_requires_action', whole_plan: true }
  const paying = await call('POST', '/v1/storefront/debt/payment', bank, await secretOf(asked))
  assert.deepEqual([paying.state, paying.next_action?.type], ['paying', 'client_secret'])
  await goTo(41)
  assert.deepEqual(await statesOf(asked), ['paid 0', 'paid 2', 'paid 1'])
  assert.deepEqual(await statesOf(expired), ['paid 0', 'paid 2', 'due 0'])
  assert.deepEqual(await statesOf(overdue), ['paid 0', 'failed 1', 'due 0'])

  await goTo(50 - HOUR_MS / DAY_MS)
  const gate = { name: 'South', eventId, gateId, now: () => house.clock().getTime() }
  const { keeper, network } = await enrolPhone(house, club, gate)
  const scan = async ({ barcode }: SeasonFan) => {
    const answer = await keeper.scan(barcode, 'entry')
    await keeper.seen(answer)
    return [answer.result, answer.isOffline]
  }
  await agree(keeper)
  assert.equal(Math.round(keeper.errorMs / 5_000), 0, 'the sandbox’s clock was moved, and the phone’s is right')
  network.isCut = true
  assert.deepEqual(await scan(debited), ['admitted', true])
  assert.deepEqual(await scan(overdue), ['overdue', true])
  const paid = { payment_method: 'pm_test_ok', keep_card: true }
  assert.equal((await call('POST', '/v1/storefront/debt/payment', paid, await secretOf(overdue))).state, 'paid')
  assert.deepEqual(await scan(overdue), ['overdue', true], 'the gate has not heard of it')
  network.isCut = false
  await agree(keeper)
  network.isCut = true
  assert.deepEqual(await scan(overdue), ['admitted', true])
  network.isCut = false
  await agree(keeper)

  await goTo(272)
  const stop = await linkOf(leaves, /^Your membership renews on/, /(\/renewals?\/\S+)/)
  await call('POST', stop, {})
  await goTo(302)
  assert.deepEqual([await renewalOf(goesOn), await renewalOf(leaves)], ['renewed', 'stopped'])
  assert.deepEqual(await statesOf(debited), Array(10).fill('paid 1'))

  await countMails([
    [debited, /will be debited on/, 9],
    [debited, /could not be charged/, 0],
    [returned, /will be debited on/, 2],
    [returned, /could not be charged/, 3],
    [expired, /could not be charged/, 1],
    [asked, /could not be charged/, 1],
    [overdue, /could not be charged/, 1],
    [goesOn, /^Welcome/, 2],
    [goesOn, /^Your membership renews on/, 1],
    [leaves, /^Welcome/, 1],
    [leaves, /^Your membership renews on/, 1],
  ])
  // The sandbox's provider has paid everything out, less its fees.
  assert.deepEqual(await balances(), {
    ...{ membership_sales: -80_000, receivables: 0, test_clearing: 0 },
    ...{ bank: 78_061, provider_fees: 1939 },
  })
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})
