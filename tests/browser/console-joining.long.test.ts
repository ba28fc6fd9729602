import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { membershipsOf } from '../builders/membership-sale.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { addSeason, joinByRule } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openDrawer, total } from './counter.ts'
import { readQr } from './read-qr.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const { key } = club
const { addType, addOption } = membershipsOf(server, club)
const patient = { ...browserTest, timeout: 120_000 }

const map = await addSeatMap(server, club, { rows: 2, seats: 8 })
const season_id = await addSeason(server, club, { seat_map_id: map.seatMapId, title: 'Season 27' })
const { eventId } = await addSeatedOffer(server, club, map)
await joinByRule(server, club, eventId)
const seated = await addType({ title: 'Season seat', price: 300, season_id, term: null })
await addType({ title: 'Junior', price: 40, age_until: 17 })
await addOption({ title: 'Ten parts', number_of_instalments: 10 })
const membersOf = async (typeId: number) =>
  (await server.call('GET', `/v1/members?membership_type_id=${typeId}`, { key })).body.data

async function atCounter() {
  const clerk = await addStaff(server, club, { role: 'box_office' })
  const visited = await visit(origin, { ...desktop, acceptDownloads: true })
  await visited.context.addCookies([{ name: 'gs', value: clerk.token, url: origin }])
  await visited.page.goto(`${origin}/console/box-office?tab=memberships`)
  await visited.page.getByRole('heading', { level: 2, name: 'Memberships' }).waitFor()
  return { ...visited, ...clerk }
}

const group = (page: Page, name: string) => page.getByRole('group', { name })

async function name(page: Page, legend: string, first: string, last: string) {
  await group(page, legend).getByLabel('First name').fill(first)
  await group(page, legend).getByLabel('Last name').fill(last)
}

test(
  'a family joins at the counter: seats on the map, a plan that is shown before they pay cash',
  patient,
  async () => {
    const { page, context, complaints } = await atCounter()
    const findings: string[] = []
    await openDrawer(page, 'Window 1', '100')
    for (const digit of ['1', '1', '2']) await page.keyboard.press(digit)
    await page.getByText('This membership has an age limit').first().waitFor()
    await name(page, '1. Season seat', 'Grace', 'Okafor')
    await name(page, '2. Season seat', 'Kofi', 'Okafor')
    await name(page, '3. Junior', 'Abena', 'Okafor')
    await group(page, '3. Junior').getByLabel('Date of birth').fill('2001-02-03')
    await page.getByLabel('E-mail').fill('grace@example.org')
    await page.getByText('This membership is until 17 years.').waitFor()
    const young = new Date().getUTCFullYear() - 9
    await group(page, '3. Junior').getByLabel('Date of birth').fill(`${young}-02-03`)
    await group(page, '1. Season seat').getByLabel('Payment').selectOption({ label: 'Ten parts: $30.00 today' })
    await total(page, '$370.00')
    const plan = page.getByRole('table', { name: 'Payment plan' })
    await plan.getByRole('row', { name: 'Today $370.00' }).waitFor()
    await thereAre(9, plan.getByRole('cell', { name: '$30.00', exact: true }))
    await plan.getByRole('row', { name: 'Total $640.00' }).click()
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Choose 2 seats' })
    await dialog.getByRole('button', { name: /^North/ }).click()
    await dialog.getByRole('button', { name: 'List' }).click()
    await dialog.getByRole('checkbox', { name: /row A, seat 3/i }).click()
    await dialog.getByRole('button', { name: 'Select these seats' }).click()
    await page.getByText(/North, Row A, Seat \d; North, Row A, Seat \d/).waitFor()
    findings.push(...(await axe(page)))
    await page.keyboard.press('c')
    await page.keyboard.type('400')
    await page.keyboard.press('Enter')
    const sold = page.getByLabel('Sold')
    await sold.getByText('$370.00').waitFor()
    await sold.getByText('$30.00').waitFor()
    findings.push(...(await axe(page)))
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('p')])
    assert.match(download.suggestedFilename(), /^card-.*\.pdf$/)
    const members = await membersOf(seated)
    assert.deepEqual(
      members.map((member: { first_name: string; seat_row: string; membership_member_status_id: number }) => [
        member.first_name,
        member.seat_row,
        member.membership_member_status_id,
      ]),
      [
        ['Grace', 'A', 2],
        ['Kofi', 'A', 1],
      ],
    )
    await page.getByRole('link', { name: 'Till: Window 1' }).click()
    await page.getByText('$470.00').first().waitFor()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test('a fan opens the code, sees the plan and pays the first part on their phone', patient, async () => {
  const { page, context, complaints } = await atCounter()
  await page.getByRole('button', { name: 'Add Season seat' }).click()
  await name(page, '1. Season seat', 'Lin', 'Ito')
  await group(page, '1. Season seat').getByLabel('Payment').selectOption({ label: 'Ten parts: $30.00 today' })
  await total(page, '$30.00')
  await page.getByRole('radio', { name: /^Pay by phone/ }).check({ force: true })
  await page.getByRole('button', { name: /^Show payment code/ }).click()
  const code = page.getByRole('img', { name: /^QR code of the payment link/ })
  await code.waitFor()
  const url = (await readQr(code)) ?? ''
  const fan = await visit(origin, phone)
  await fan.page.goto(url)
  await fan.page.getByText('$300.00').first().waitFor()
  await fan.page.getByLabel('E-mail').fill('lin@example.org')
  await fan.page.getByLabel('First name').fill('Lin')
  await fan.page.getByLabel('Last name').fill('Ito')
  await fan.page.getByRole('button', { name: /^Pay.*30\.00/ }).click()
  await page.getByLabel('Sold').getByText('$30.00').waitFor()
  assert.deepEqual([complaints, fan.complaints], [[], []])
  await fan.context.close()
  await context.close()
})

test('from the page of a member: renewed with the same number, and upgraded for the difference', patient, async () => {
  const standard = await addType({ title: 'Friend', price: 50 })
  await addType({ title: 'Patron', price: 80 })
  const customer = { email: 'ivo@example.org', first_name: 'Ivo', last_name: 'Winger' }
  const items = [{ membership_type_id: standard, member: { first_name: 'Ivo', last_name: 'Winger' } }]
  const body = { items, payment_method: 'cash', customer }
  const joined = await server.call('POST', '/v1/manage/orders', { key, body })
  assert.equal(joined.status, 201, joined.text)
  const [{ membership_member_id: memberId, member_number: number }] = joined.body.memberships
  const { page, context, complaints } = await atCounter()
  const goTo = async (link: string) => {
    await page.goto(`${origin}/console/members/${memberId}`)
    await page.getByRole('link', { name: link, exact: true }).click()
  }
  await goTo('Upgrade')
  await group(page, `Upgrade: Ivo Winger, ${number}`)
    .getByLabel('Membership')
    .selectOption({ label: 'Patron · $80.00' })
  await total(page, '$30.00')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('radio', { name: /^Invoice/ }).check({ force: true })
  await page.getByRole('button', { name: /^Sell on invoice/ }).click()
  await page.getByLabel('Sold').getByText('$30.00').waitFor()
  await goTo('Renew')
  await group(page, `Renew: Ivo Winger, ${number}`).waitFor()
  await total(page, '$80.00')
  await page.getByRole('radio', { name: /^Invoice/ }).check({ force: true })
  await page.getByRole('button', { name: /^Sell on invoice/ }).click()
  await page.getByLabel('Sold').getByText('$80.00').waitFor()
  const { body: terms } = await server.call('GET', `/v1/manage/members/${memberId}/terms`, { key })
  assert.deepEqual(
    terms.data.map(({ type_title }: { type_title: string }) => type_title),
    ['Patron', 'Patron'],
  )
  assert.deepEqual(complaints, [])
  await context.close()
})
