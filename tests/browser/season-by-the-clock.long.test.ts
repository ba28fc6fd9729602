import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { dueJobs } from '../../server/fans/clock/due-jobs.ts'
import { advanceClocks } from '../../server/fans/clock/move-clocks.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createTestBank } from '../../server/payments/payments/test-bank.ts'
import { type ClockOffsets, organisationClock } from '../../server/platform/values/clock.ts'
import { DAY_MS, HOUR_MS } from '../../server/platform/values/durations.ts'
import { addEvent } from '../builders/events.ts'
import { mailKit } from '../builders/mails.ts'
import { membershipsOf } from '../builders/membership-sale.ts'
import { fansOf, mailsByClock, type SeasonFan } from '../builders/season-fans.ts'
import { addGate, addVenue } from '../builders/venues.ts'
import { openTestDatabase } from '../harness/house.ts'
import { startSmtp } from '../outside/smtp.ts'
import { browserTest, phone, thereAre, visit } from './browser.ts'
import { answered, blockCamera, newDevice, setUp, typeCodes } from './scanner.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'
import { openDesk } from './staff-desk.ts'

/*
 * The screens of a season by the clock, which staff move in the console: fans at the shop and by the links of their mails, a steward at a gate
 * without a network, and what the desk sees of it. The same season over HTTP, with the books to the cent, is among the scenarios.
 */

const database = await openTestDatabase()
const offsets: ClockOffsets = new Map()
const systemClock = () => new Date()
const clock = organisationClock(systemClock, offsets)
const payments = createPayments({ stripe: undefined, bank: createTestBank({ sql: database.sql, clock }) })
const server = await openShopServer({ database, offsets, payments })
const { origin, club, sql, seal } = server
const smtp = await startSmtp()
const mail = mailKit(server, club, smtp.url, { publicUrl: origin })
const settling = createSettleDeps({ sql, clock, systemClock, seal, payments })
const worker = {
  ...{ sql, clock, systemClock, offsets },
  jobs: [...dueJobs(settling), { name: 'send mails', everyMs: 1, run: mailsByClock(mail) }],
}
const { addType, addOption } = membershipsOf(server, club)
const { call, join, bought, linkOf, statesOf, countMails, renewalOf } = fansOf(server, club, smtp)
const { staffAt } = openDesk(server)
const begin = Date.now()
const dayOf = (days: number) => new Date(begin + days * DAY_MS)
const isoDay = (days: number) => dayOf(days).toISOString().slice(0, 10)
/** By which a match begins an hour after the clock was moved by 7, 30, 7 and 7 days. */
const MATCH_DAY = 51

async function openClub() {
  const ladder = { collection_hour: 9, retry_days: [3, 7], soft_overdue_days: 7, hard_overdue_days: 18 }
  await call('PUT', '/v1/manage/collection_ladder', ladder)
  const gameDays = { term: null, game_day_access: 1 }
  const nextSeason = await addType({ ...gameDays, title: 'Next season', expires: isoDay(400), show_online: 0 })
  const renewing = { offer_auto_renew: 1, renewal_type_id: nextSeason }
  const season = await addType({ ...gameDays, title: 'Season', expires: isoDay(108), ...renewing })
  const option = await addOption({ title: 'In three', collection: 'automatic' })
  const venueId = await addVenue(server, club)
  const gateId = await addGate(server, club, venueId)
  const starts_at = new Date(dayOf(MATCH_DAY).getTime() + HOUR_MS)
  await addEvent(server, club, { venue_id: venueId, event_status_id: 1, title: 'Derby', starts_at })
  const atOnce = { membership_type_id: season }
  return { gateId, atOnce, inThree: { ...atOnce, membership_payment_option_id: option } }
}

/** In the shop, by a debit whose mandate is there to be read. */
async function joinByDebit(): Promise<SeasonFan> {
  const { page, context, complaints } = await visit(origin, phone)
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('button', { name: 'Join Season' }).click()
  await page.getByLabel('First name').fill('Debited')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel(/^In three: /).check()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByRole('button', { name: 'Pay $33.34' }).waitFor()
  const story = storyOf(page, origin)
  await story.fillIn('pm_test_debit_ok')
  await page.getByLabel('E-mail', { exact: true }).fill('debited@example.org')
  await page
    .getByRole('region', { name: 'Direct debit mandate' })
    .getByText(/Direct Debit Request/)
    .waitFor()
  await story.pay()
  await page.getByText('It leaves your account within the next few working days').waitFor()
  const orderId = Number(new URL(page.url()).pathname.split('/').at(-1))
  assert.deepEqual(complaints, [])
  await context.close()
  const { memberships } = await call('GET', `/v1/manage/orders/${orderId}`)
  return bought('debited', orderId, memberships[0].membership_member_id)
}

/** The page that the last mail of a charge that came to nothing leads to, on the fan's phone. */
async function openOwed(fan: SeasonFan) {
  const visited = await visit(origin, phone)
  await visited.page.goto(await linkOf(fan, /could not be charged/, /(\S+\/orders\/owed#dbs_[\w-]+)/))
  await visited.page.getByRole('heading', { level: 1, name: /to pay$/ }).waitFor()
  return {
    ...visited,
    press: (name: string | RegExp) => visited.page.getByRole('button', { name }).click(),
    close: async () => {
      assert.deepEqual(visited.complaints, [])
      await visited.context.close()
    },
  }
}

async function changeCard(fan: SeasonFan): Promise<void> {
  const { page, press, close } = await openOwed(fan)
  await press('Change the card or account')
  const part = page.getByRole('region', { name: 'Change the card or account' })
  await part.getByLabel('Test card').selectOption('pm_test_ok')
  await press('Use this from now on')
  await page.getByText('Thank you, your instalments are charged to the new card.').waitFor()
  await close()
}

/** All that is open, with the bank asking. */
async function confirmAtBank(fan: SeasonFan): Promise<void> {
  const { page, press, close } = await openOwed(fan)
  await page.getByLabel(/^The full open amount/).check()
  await page.getByLabel('Test card').selectOption('pm_test_requires_action')
  await press(/^Pay /)
  await press('Confirm payment')
  await page.getByRole('heading', { name: 'Paid. Thank you' }).waitFor()
  await close()
}

async function payOnPhone(fan: SeasonFan): Promise<void> {
  const { page, press, close } = await openOwed(fan)
  await page.getByLabel('Test card').selectOption('pm_test_ok')
  await press(/^Pay /)
  await page.getByRole('heading', { name: 'Paid. Thank you' }).waitFor()
  await close()
}

async function stopRenewal(fan: SeasonFan): Promise<void> {
  const { page, context } = await visit(origin, phone)
  await page.goto(await linkOf(fan, /^Your membership renews on/, /Season ends on[\s\S]*?(\S+\/renewal\/\S+)/))
  await page.getByRole('button', { name: 'Stop the renewal' }).click()
  await page.getByText(/^Done\. Season does not renew automatically any more/).waitFor()
  await context.close()
}

/** Staff at the sandbox's clock, with the worker that takes it there. */
async function openClock() {
  const { page, go, look, close } = await staffAt('settings', /./, { role: 'owner' })
  let days = 0
  const pass = async (more: 7 | 30) => {
    await page.goto(`${origin}/console/settings`)
    await page.getByLabel('Move forward by').selectOption({ label: `${more} days` })
    await page.getByRole('button', { name: 'Move forward' }).click()
    await page.getByText(/^On the way to/).waitFor()
    await advanceClocks(worker)
    days += more
    await page.locator('dd', { hasText: `${days} days` }).waitFor()
    await page.getByText(/^On the way to/).waitFor({ state: 'detached' })
  }
  return { page, go, look, close, pass }
}

/** A steward's phone, at the gate's own time, which hears of nothing while its network is cut. */
async function openGate(gateId: number) {
  const { code } = await newDevice(server, club, 'North 1', [gateId])
  const { page, context, complaints } = await visit(origin, phone)
  await blockCamera(context)
  await setUp(page, origin, code, 'North')
  const scan = async ({ barcode }: SeasonFan, result: string, says?: string) => {
    await typeCodes(page, [barcode])
    await answered(page, result)
    if (says === undefined) return page.locator('[data-result]').waitFor({ state: 'hidden' })
    await page.locator('[data-result]').getByText(says).first().waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
  }
  const cut = async () => {
    await context.setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
  }
  const meet = async () => {
    const fetched = page.waitForResponse(/\/manifest/)
    await context.setOffline(false)
    await (await fetched).finished()
    await page.getByText('All uploaded').waitFor()
  }
  const close = async () => {
    await thereAre(0, page.getByText(/^The clock is off/))
    assert.deepEqual(complaints, [])
    await context.close()
  }
  return { scan, cut, meet, close }
}

test(
  'a season by the clock: fans mend their plans by their mails, a gate without a network refuses and lets in, and the desk sees it all',
  browserTest,
  async () => {
    const { gateId, atOnce, inThree } = await openClub()
    const debited = await joinByDebit()
    const returned = await join('returned', 'pm_test_debit_returned_once', inThree)
    const expired = await join('expired', 'pm_test_offsession_expired', inThree)
    const asked = await join('asked', 'pm_test_offsession_requires_action', inThree)
    const overdue = await join('overdue', 'pm_test_offsession_stolen', inThree)
    const goesOn = await join('goes-on', 'pm_test_ok', { ...atOnce, auto_renew: true })
    const leaves = await join('leaves', 'pm_test_ok', { ...atOnce, auto_renew: true })
    const desk = await openClock()

    await desk.pass(7)
    const late = await join('late', 'pm_test_offsession_stolen', inThree)
    await desk.pass(30)
    await changeCard(expired)
    await confirmAtBank(asked)
    await desk.pass(7)
    assert.deepEqual(await statesOf(asked), ['paid 0', 'paid 2', 'paid 1'])
    assert.deepEqual(await statesOf(expired), ['paid 0', 'paid 2', 'due 0'])
    await desk.pass(7)
    assert.equal((await statesOf(returned))[1], 'paid 2', 'came back, and was presented again')

    await desk.go('', 'Today')
    await desk.page.getByRole('link', { name: 'instalments could not be charged' }).click()
    await desk.page.getByRole('heading', { level: 1, name: 'Instalments' }).waitFor()
    const table = desk.page.getByRole('table', { name: 'Instalments' })
    for (const name of ['overdue', 'late'])
      await table.getByRole('row', { name: new RegExp(`^.*${name} Okafor`) }).waitFor()
    await thereAre(3, table.getByRole('row'))
    await desk.look()

    const gate = await openGate(gateId)
    await gate.cut()
    await gate.scan(debited, 'admitted')
    await gate.scan(late, 'admitted', 'Instalment overdue')
    await gate.scan(overdue, 'overdue', 'Instalment overdue')
    await payOnPhone(overdue)
    await gate.scan(overdue, 'overdue', 'Instalment overdue')
    await gate.meet()
    await gate.cut()
    await gate.scan(overdue, 'admitted')
    await gate.meet()
    await gate.close()

    await desk.pass(30)
    await stopRenewal(leaves)
    await desk.pass(30)
    assert.deepEqual([await renewalOf(goesOn), await renewalOf(leaves)], ['renewed', 'stopped'])
    for (const fan of [debited, returned, expired, asked])
      assert.ok(
        (await statesOf(fan)).every((state) => state.startsWith('paid')),
        `${fan.name}: ${await statesOf(fan)}`,
      )
    await desk.go(`members/${goesOn.memberId}`, /goes-on Okafor/)
    await desk.page.getByText('Next season').first().waitFor()
    await desk.close()
    await countMails([
      [debited, /will be debited on/, 2],
      [returned, /could not be charged/, 3],
      [expired, /could not be charged/, 1],
      [asked, /could not be charged/, 1],
      [overdue, /could not be charged/, 1],
      [goesOn, /^Your membership renews on/, 1],
      [leaves, /^Your membership renews on/, 1],
    ])
    assert.deepEqual(await auditBooks(club.orgId, sql), [])
  },
)
