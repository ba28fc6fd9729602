import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addCustomer } from '../builders/customers.ts'
import { addMember } from '../builders/members.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server

async function staffVisit(options: Parameters<typeof visit>[1] = desktop, tenant = club) {
  const staff = await addStaff(server, tenant, {})
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const { page } = visited
  const open = async (path: string, title: string) => {
    await page.goto(`${origin}/console/${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  const row = (name: string | number) => page.getByRole('row', { name: String(name) })
  const saved = async (label: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: label, exact: true }).click(),
    ])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  /** A field has this value, once the page has followed its address. */
  const shows = async (label: string, value: string) => {
    const field = await page.getByLabel(label).elementHandle()
    await page.waitForFunction(([input, wanted]) => (input as HTMLInputElement).value === wanted, [
      field,
      value,
    ] as const)
  }
  return { ...visited, open, row, saved, shows }
}

test(
  'a list is narrowed by the keyboard, undone by the way back, sent as a link, and saved as it is',
  browserTest,
  async () => {
    const offer = await addOffer(server, club, { event: { title: 'Derby' } })
    const { userId } = await addCustomer(server, club, { first_name: 'Zoë', last_name: 'Keeper' })
    const { orderId: online } = await addOrder(server, club, offer, { order: { user_id: userId } })
    const { orderId: pending } = await addOrder(server, club, offer, {
      order: { user_id: userId, order_status: 'pending' },
    })
    const { orderId: other } = await addOrder(server, club, await addOffer(server, club))
    const { page, context, complaints, open, row, saved, shows } = await staffVisit()
    await open('orders', 'Orders')
    await row(`#${other}`).waitFor()

    // By the keyboard alone: the filter keeps the focus, and what came of it is said.
    await page.getByLabel('Status').focus()
    await page.keyboard.type('pending')
    await page.waitForURL(/order_status=pending/)
    await row(`#${online}`).waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('1 row').waitFor()
    await page.getByLabel('Search orders').fill('Keeper')
    await page.waitForURL(/search=Keeper/)
    await row(`#${pending}`).waitFor()
    const narrowed = page.url()

    // Each step back undoes one filter, and the fields follow.
    await page.goBack()
    await page.waitForURL(/order_status=pending$/)
    await shows('Search orders', '')
    await page.goBack()
    await row(`#${online}`).waitFor()
    await shows('Status', '')

    await page.goto(narrowed)
    await row(`#${pending}`).waitFor()
    await row(`#${online}`).waitFor({ state: 'detached' })
    await shows('Status', 'pending')

    // The file has what the filters leave, on all pages; without any, all orders.
    const those = await saved('Export these as CSV')
    assert.match(those.text, new RegExp(`,${pending},[0-9a-f-]{36},`))
    assert.doesNotMatch(those.text, new RegExp(`,${online},[0-9a-f-]{36},`))
    await open('orders', 'Orders')
    await row(`#${online}`).waitFor()
    const all = await saved('Export all orders as CSV')
    assert.equal(all.name, 'orders.csv')
    for (const id of [online, pending, other]) assert.match(all.text, new RegExp(`,${id},[0-9a-f-]{36},`))
    await open(`orders?event_id=${offer.eventId}`, 'Orders')
    await shows('Event', String(offer.eventId))
    await row(`#${other}`).waitFor({ state: 'detached' })
    await page.getByLabel('Price').selectOption({ label: 'Adult, Stand' })
    await page.waitForURL(/price_id=\d+/)
    await row(`#${online}`).waitFor()
    const ofEvent = await saved('Export these as CSV')
    assert.match(ofEvent.text, new RegExp(`,${online},[0-9a-f-]{36},`))
    assert.doesNotMatch(ofEvent.text, new RegExp(`,${other},[0-9a-f-]{36},`))
    // A price is one of the event's: it goes with it.
    await page.getByLabel('Event').selectOption('')
    await page.waitForURL((url) => url.search === '')
    await row(`#${other}`).waitFor()

    assert.deepEqual([await axe(page), complaints], [[], []])
    await context.close()
  },
)

test(
  'an empty list says how to begin, one without a match how to go on, and an error leaves the page',
  browserTest,
  async () => {
    const newcomer = await server.organisation({ name: 'New Club', mode: 'test' })
    const { page, context, complaints, open, shows } = await staffVisit(phone, newcomer)
    await open('members', 'Members')
    await page.getByText('No members yet').waitFor()
    await page.getByRole('link', { name: 'Import members' }).waitFor()
    await thereAre(0, page.getByRole('button', { name: 'Export all members as CSV' }))
    await page.getByLabel('Card').selectOption('no')
    await page.getByText('No matches').waitFor()
    const findings = await axe(page)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByText('No members yet').waitFor()
    await shows('Card', '')

    await context.route(/\/v1\/members\?/, (route) => route.fulfill({ status: 400, json: {} }))
    await page.getByLabel('Status').selectOption('1')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await context.unroute(/\/v1\/members\?/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No matches').waitFor()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test(
  'cards of the members that are ticked are noted as sent at once, those that were sent left alone',
  browserTest,
  async () => {
    const names = ['Ada', 'Ben', 'Cleo'] as const
    for (const first_name of names)
      await addMember(server, club, {
        first_name,
        last_name: 'Winger',
        fulfilled_at: first_name === 'Cleo' ? new Date() : null,
      })
    const { page, context, complaints, open, row } = await staffVisit()
    await open('members?search=Winger', 'Members')
    await row('Ada Winger').waitFor()
    await page.getByLabel('All rows of this page').focus()
    await page.keyboard.press('Space')
    await page.getByRole('region', { name: 'Selected rows' }).getByText('3 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Ben Winger' }).uncheck()
    const findings = await axe(page)
    await page.getByRole('button', { name: 'Mark as sent …' }).click()
    await page
      .getByRole('dialog', { name: 'Mark one card as sent?' })
      .getByRole('button', { name: 'Mark as sent' })
      .click()
    await page.getByText('One card marked as sent').waitFor()
    await row('Ada Winger').getByText('sent', { exact: true }).waitFor()
    await row('Ben Winger').getByText('to be sent').waitFor()
    await thereAre(0, page.getByRole('region', { name: 'Selected rows' }))
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)
