import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../builders/baskets.ts'
import { mailKit } from '../builders/mails.ts'
import { addOffer } from '../builders/prices.ts'
import { readMail } from '../builders/received-mails.ts'
import { startSmtp } from '../outside/smtp.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, shopKey } = server
const starts_at = new Date(Date.now() + 86_400_000)
const offer = await addOffer(server, club, { capacity: 100, event: { title: 'Cup final', starts_at } })
const smtp = await startSmtp()
const { send } = mailKit(server, club, smtp.url, { publicUrl: origin, clock: () => new Date() })
const manage = (method: string, path: string, body: object) =>
  server.call(method, `/v1/manage/${path}`, { key: club.key, body })

await manage('PATCH', `events/${offer.eventId}`, {
  translations: { de: { title: 'Pokalfinale' }, da: { title: 'Pokalfinalen' } },
})
await manage('PATCH', `prices/${offer.priceId}`, { translations: { de: { title: 'Erwachsene' } } })
await manage('PUT', 'legal_pages/terms', {
  pages: { en: { text: 'Be kind.\n\nNo flares.' }, de: { text: 'Seien Sie nett.' } },
})
await manage('PUT', 'legal_pages/privacy', { pages: { en: { url: 'https://club.example/privacy' } } })
await manage('PATCH', 'organisation', { terms_consent: true })

test(
  'a German fan reads German, also what the club wrote, agrees to the terms, and may read Danish instead',
  browserTest,
  async () => {
    const { page, complaints, context } = await visit(origin, { ...phone, locale: 'de-DE' })
    await page.goto(`${origin}/shop/events/${offer.eventId}`)
    await page.getByRole('heading', { level: 1, name: 'Pokalfinale' }).waitFor()
    await page.getByRole('button', { name: /Eins mehr: Erwachsene/ }).click()
    await page.getByRole('button', { name: 'Tickets reservieren' }).click()
    await page.getByRole('heading', { name: 'Kasse' }).waitFor()
    await page.getByText('1 × Erwachsene').waitFor()
    await page.getByLabel('E-Mail', { exact: true }).fill('ada@example.org')
    await page.getByLabel('Vorname').fill('Ada')
    await page.getByLabel('Nachname').fill('Okafor')
    const pay = page.getByRole('button', { name: / zahlen$/ })
    assert.match(await pay.innerText(), /27,20\sAUD/, 'dollars are named to a reader in Germany')
    await pay.click()
    await page.getByText('Bitte stimmen Sie erst den AGB zu.').waitFor()
    assert.deepEqual(await axe(page), [])
    await page.getByLabel('Ich stimme den AGB zu.').last().check()
    await pay.click()
    await page.getByRole('heading', { name: 'Bis bald' }).waitFor()
    const foot = page.getByRole('contentinfo')
    await foot.getByText('Dieser Shop setzt keine Cookies.').waitFor()
    assert.equal((await context.cookies()).length, 0)
    await foot.getByRole('link', { name: 'AGB' }).click()
    await page.getByText('Seien Sie nett.').waitFor()
    await foot.getByLabel('Sprache').selectOption('da')
    await page.getByRole('heading', { name: 'Betingelser' }).waitFor()
    await page.getByText('Be kind.').waitFor()
    await page.goto(`${origin}/shop/events/${offer.eventId}`)
    await page.getByRole('heading', { level: 1, name: 'Pokalfinalen' }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test(
  'whoever has lost the mail is sent another, and hears nothing that tells them who has tickets',
  browserTest,
  async () => {
    const shop = shopOf(server, { key: shopKey })
    const terms = (await server.call('GET', '/v1/storefront', { key: shopKey })).body.terms_version
    const customer = { email: 'grace@example.org', first_name: 'Grace', last_name: 'Ito' }
    const { body: order } = await shop.checkOut(await shop.fill(offer.priceId, 1), { customer, terms_version: terms })
    await send()
    smtp.received.length = 0
    const { page, complaints } = await visit(origin, phone)
    await page.goto(`${origin}/shop/`)
    await page.getByRole('link', { name: 'Your tickets' }).click()
    await page.getByRole('link', { name: 'Find my tickets' }).click()
    for (const wanted of ['nobody@example.org', 'grace@example.org']) {
      await page.getByLabel('Order number or e-mail address').fill(wanted)
      await page.getByRole('button', { name: 'Send me my tickets' }).click()
      await page.getByText('If there are tickets for this').first().waitFor()
    }
    assert.deepEqual(await axe(page), [])
    await send()
    assert.equal(smtp.received.length, 1)
    const mail = await readMail(smtp.received[0] ?? assert.fail('no mail'))
    await page.goto(/href="([^"]+\/t\/ors_[^"]+)"/.exec(mail.html)?.[1] ?? '')
    await page.getByRole('img', { name: `QR code of ticket ${order.tickets[0].ticket_id}` }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test('a link in another language is read in it, and a later choice is not undone by it', browserTest, async () => {
  const { page, context, complaints } = await visit(origin, phone)
  await page.goto(`${origin}/shop/events/${offer.eventId}?lang=de&code=NONE#top`)
  await page.getByRole('heading', { level: 1, name: 'Pokalfinale' }).waitFor()
  await page.waitForURL(`${origin}/shop/events/${offer.eventId}?code=NONE#top`)
  await page.getByRole('contentinfo').getByLabel('Sprache').selectOption('da')
  await page.getByRole('heading', { level: 1, name: 'Pokalfinalen' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Pokalfinalen' }).waitFor()
  await page.goto(`${origin}/shop/?lang=fr`)
  await page.getByText('Cup final').first().waitFor()
  await page.waitForURL(`${origin}/shop/`)
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr')
  assert.deepEqual(complaints, [])
  await context.close()
})
