import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invite } from '../../server/people/staff/invitation.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin } = server

const DAY_MS = 86_400_000
/** As a field for a day and a time takes it, a month from now. */
const nextMonth = `${new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)}T19:30`

test(
  'a club that was just made gets from its invitation to a match on sale with the console alone',
  browserTest,
  async () => {
    const club = await server.organisation({ name: 'Northgate Rovers', mode: 'test' })
    const systemClock = () => new Date()
    const inviting = { clock: organisationClock(systemClock), systemClock, seal: server.seal, publicUrl: origin }
    const { link } = await server.sql.begin((tx) =>
      invite(club.orgId, tx, inviting, { email: 'ada@northgate.example', role: 'owner' }),
    )
    const { page, complaints, context } = await visit(origin, desktop)
    const findings: string[] = []
    const look = async () => findings.push(...(await axe(page)))
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
    const dialog = page.getByRole('dialog')
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.goto(link)
    await page.getByLabel('Your name').fill('Ada Owner')
    await page.getByLabel('Password').fill('nine green elephants')
    await page.getByRole('button', { name: 'Accept' }).click()
    await heading(/^Welcome/)
    await page.getByRole('link', { name: 'Set up the ground' }).click()
    await page.getByLabel('Name').fill('Northgate Park')
    await page.getByRole('button', { name: 'Create venue' }).click()
    await heading('Northgate Park')
    await page.getByRole('button', { name: 'Add gates' }).click()
    await page.getByLabel('Names').fill('Gate A\nGate B')
    await save()
    await page.getByRole('link', { name: 'Add seats' }).click()
    await page.getByRole('button', { name: 'Create seats' }).click()
    await page.getByRole('table', { name: 'Stands' }).waitFor()
    await page.goto(`${origin}/console/events/new`)
    await page.getByLabel('Title').fill('Rovers v Harbour City')
    await page.getByLabel('Starts').fill(nextMonth)
    await page.getByRole('button', { name: 'Create draft' }).click()
    await heading('Rovers v Harbour City')

    await page.getByRole('button', { name: 'Change …' }).click()
    await dialog.getByLabel('Description').first().fill('The first match of the season.')
    await dialog.getByLabel('Seats').selectOption('Northgate Park')
    await dialog.getByLabel('Names on tickets').selectOption('A name for each ticket, required')
    await dialog.getByLabel('Maximum tickets per customer').fill('6')
    await look()
    await save()
    await page.getByRole('button', { name: 'New category' }).click()
    await dialog.getByLabel('Title').first().fill('Main stand')
    await dialog.getByLabel('Places').fill('480')
    await dialog.getByLabel('South Stand, Block 1').check()
    await dialog.getByLabel('South Stand, Block 2').check()
    await dialog.getByLabel('Gate A').check()
    await look()
    await save()
    await page.getByRole('button', { name: 'New price' }).click()
    await dialog.getByLabel('Title').first().fill('Adult')
    await dialog.getByLabel(/^Price in/).fill('25')
    await dialog.getByLabel('At the gates').selectOption('In again after an exit')
    await look()
    await save()
    await page.getByRole('cell', { name: 'Adult', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('Main stand, Adult').waitFor()
    await dialog.getByText('It has no picture.').waitFor()
    await look()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('On sale', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Take off sale …' }).click()
    await dialog.getByRole('button', { name: 'Take off sale' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Take off sale …' }).waitFor()

    const read = async (path: string) => (await server.call('GET', path, { key: club.key })).body
    const [event] = (await read('/v1/events')).data
    assert.deepEqual(
      [event.event_status_id, event.holder_names, event.max_per_customer, event.reserved_seating],
      ['1', 'required', 6, true],
    )
    const [category] = (await read(`/v1/manage/events/${event.event_id}/price_categories`)).data
    assert.deepEqual([category.seat_section_ids.length, category.gate_ids.length], [2, 1])
    const [price] = (await read(`/v1/manage/events/${event.event_id}/prices`)).data
    assert.deepEqual([price.total, price.scanning_flag, price.group_ticket], [25, 2, false])
    assert.deepEqual([...findings, ...complaints], [])
    await context.close()
  },
)
