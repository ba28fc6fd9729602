import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { freePort } from '../harness/free-port.ts'
import { axe, browserTest, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const { eventId, priceId } = await addOffer(server, club, { capacity: 50 })
const manage = (method: 'PUT' | 'PATCH', path: string, body: object) =>
  server.call(method, `/v1/manage/${path}`, { key: club.key, body })
const atCheckout = checkoutOf(server, priceId)

test(
  'a sandbox plays a wallet: declined, asked by the bank, and paid, with the owner that was written into it',
  browserTest,
  async () => {
    const { page, story, complaints, context } = await atCheckout()
    const sheet = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Google Pay' }).click()
    await sheet.getByText('$27.20').waitFor()
    assert.deepEqual(await axe(page), [])
    await sheet.getByLabel('Name in the wallet').fill('Bo Okafor')
    await sheet.getByRole('combobox').selectOption('A card that is declined')
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The card was declined').waitFor()
    assert.deepEqual(
      [await page.getByLabel('First name').inputValue(), await page.getByLabel('Last name').inputValue()],
      ['Bo', 'Okafor'],
    )
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    await sheet.getByRole('combobox').selectOption('_requires_action')
    // By the keyboard: Enter approves, and does not press the checkout's own button.
    await sheet.getByLabel('Postcode').press('Enter')
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await story.heading('See you there')
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('what has to be agreed to stands beside the wallets, and is agreed to before one opens', browserTest, async () => {
  await manage('PUT', 'legal_pages/terms', { pages: { en: { text: 'What holds.' } } })
  assert.equal((await manage('PATCH', 'organisation', { terms_consent: true })).status, 200)
  const { page, story, context } = await atCheckout()
  const block = page.getByRole('region', { name: 'Pay in one step' })
  await block.getByRole('button', { name: 'Link' }).click()
  await block.getByText('please fill in what is marked').waitFor()
  await thereAre(0, page.getByRole('dialog'))
  await block.getByRole('checkbox').check()
  await block.getByRole('button', { name: 'Link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await story.heading('See you there')
  await context.close()
  await manage('PATCH', 'organisation', { terms_consent: false })
})

test('in a frame on the club’s page a wallet may pay, and does', browserTest, async () => {
  const port = await freePort()
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><title>Club</title><div data-grandstand-shop data-event="${eventId}"></div><script async src="${origin}/shop/embed.js"></script></html>`,
      ),
  )
  site.listen(port, '127.0.0.1')
  await once(site, 'listening')
  after(() => site.close())
  await manage('PATCH', 'organisation', { embed_origins: [`http://localhost:${port}`] })
  const { page, context } = await visit(origin, undefined, /^http:\/\/localhost:\d+\/|^(data|blob):/)
  await page.goto(`http://localhost:${port}/tickets`)
  assert.match((await page.locator('iframe').getAttribute('allow')) ?? '', new RegExp(`payment ${origin}`))
  const frame = page.frameLocator('iframe')
  await frame
    .getByRole('button', { name: /^One more/ })
    .first()
    .click()
  const isAllowed = await frame
    .locator('body')
    .evaluate(() =>
      (document as Document & { featurePolicy: { allowsFeature(name: string): boolean } }).featurePolicy.allowsFeature(
        'payment',
      ),
    )
  assert.equal(isAllowed, true)
  await frame.getByRole('button', { name: 'Hold tickets' }).click()
  await frame.getByRole('button', { name: 'Apple Pay' }).click()
  await frame.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await frame.getByRole('heading', { name: 'See you there' }).waitFor()
  await context.close()
})
