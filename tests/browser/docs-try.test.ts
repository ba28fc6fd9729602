import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { openServer } from '../sdk/server.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'

const { house, url } = await openServer()
const club = await house.organisation()
await addOffer(house, club)
const banner_image = `https://pictures.example.org/${'a'.repeat(1_900)}.png`
await house.sql`update events set banner_image = ${banner_image} where org_id = ${club.orgId}`

test(
  'an operation is tried from its page with a key of a sandbox, which the tab alone keeps',
  browserTest,
  async () => {
    const { page, context, complaints } = await visit(url, desktop, new RegExp(`^${url}/`))
    await page.goto(`${url}/docs/#key=${club.key}`)
    await page.goto(`${url}/docs/reference/events`)
    assert.doesNotMatch(page.url(), /gs_sk/)
    const events = page.locator('[data-id="listEvents"]')
    await events.getByRole('button', { name: 'Try it' }).click()
    await events.getByRole('button', { name: 'Send' }).click()
    await events.getByText(/^200 in \d+ ms, req_/).waitFor()
    assert.match(await events.locator('pre').innerText(), /"has_more": false/)
    // An answer with a picture in its text is one long line, which has to scroll within its own frame.
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    assert.equal(isWide, false)
    const one = page.locator('[data-id="retrieveEvent"]')
    await one.getByRole('button', { name: 'Try it' }).click()
    await one.getByRole('textbox', { name: 'event_id' }).fill('..')
    await one.getByRole('button', { name: 'Send' }).click()
    await one.getByText(/^4\d\d in /).waitFor()
    const kept = await page.evaluate(() => [localStorage.getItem('grandstand-docs-key'), document.cookie])
    assert.deepEqual(kept, [null, ''])
    // A refusal is an answer, and the browser says of each in its own console.
    assert.deepEqual(
      complaints.filter((text) => !/Failed to load resource/.test(text)),
      [],
    )
    await context.close()
  },
)

test('a change is sent with its body; a live key is sent nowhere', browserTest, async () => {
  const { page, context } = await visit(url, phone, new RegExp(`^${url}/`))
  await page.goto(`${url}/docs/reference/venues`)
  const create = page.locator('[data-id="createVenue"]')
  await create.getByRole('button', { name: 'Try it' }).click()
  await create.getByLabel('Key of a sandbox').fill('gs_sk_live_0123456789')
  await create.getByRole('button', { name: 'Send' }).click()
  await create.getByText('a live key does things in earnest').waitFor()
  await create.getByLabel('Key of a sandbox').fill(club.key)
  await create.getByLabel('Body').fill('{ "name": "Harbour Park" }')
  await create.getByRole('button', { name: 'Send' }).click()
  await create.getByText(/^201 in /).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.deepEqual([wide, await axe(page)], [false, []])
  await context.close()
})
