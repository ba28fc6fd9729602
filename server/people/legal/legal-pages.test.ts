import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const other = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const { priceId } = await addOffer(house, club, { capacity: 100 })
const shop = shopOf(house, { key: publishable })
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

const write = (kind: string, pages: object, key = club.key) =>
  house.call('PUT', `/v1/manage/legal_pages/${kind}`, { key, body: { pages } })
const read = (path: string, headers: Record<string, string> = {}) =>
  house.call('GET', `/v1/storefront${path}`, { key: publishable, headers })

test('a page is an address or a text by language, a reader gets theirs, and a change is a new version', async () => {
  const english = { text: 'Be kind.\n\nNo flares.' }
  assert.equal((await write('terms', { en: english })).body.version, 1)
  assert.equal((await write('terms', { en: english })).body.version, 1, 'what is the same is no change')
  const both = { en: english, de: { url: 'https://club.example/agb' } }
  const { body } = await write('terms', both)
  assert.deepEqual([body.version, body.pages.de], [2, { url: 'https://club.example/agb', text: null }])
  const german = (await read('/legal_pages/terms?lang=de')).body
  assert.deepEqual([german.language, german.url, german.text], ['de', 'https://club.example/agb', null])
  const french = (await read('/legal_pages/terms', { 'accept-language': 'fr' })).body
  assert.deepEqual([french.language, french.text, french.version], ['en', english.text, 2])
  assert.equal((await read('/legal_pages/terms?version=1&lang=de')).body.language, 'en', 'as it was then')
  const { data } = (await house.call('GET', '/v1/manage/legal_pages', { key: club.key })).body
  assert.deepEqual(
    data.map(({ kind, version }: { kind: string; version: number }) => [kind, version]),
    [
      ['terms', 2],
      ['privacy', 0],
      ['refunds', 0],
      ['imprint', 0],
      ['contact', 0],
    ],
  )
})

test('the shop names what is written: pages of its own, or the club’s addresses', async () => {
  await write('privacy', { en: { url: 'https://club.example/privacy' } })
  const { legal, shop_url } = (await read('')).body
  assert.deepEqual(legal, [
    { kind: 'terms', url: `${shop_url}legal/terms`, is_external: false },
    { kind: 'privacy', url: 'https://club.example/privacy', is_external: true },
  ])
  await write('privacy', {})
  assert.equal((await read('')).body.legal.length, 1, 'without a language it is gone')
  assert.equal((await read('/legal_pages/privacy')).status, 404)
})

test('what is both, no kind or another club’s is refused', async () => {
  const both = await write('terms', { en: { url: 'https://club.example/', text: 'x' } })
  assert.deepEqual([both.status, both.body.error.param], [400, 'pages[en][url]'])
  assert.equal((await write('terms', { en: { url: 'javascript:alert(1)' } })).status, 400)
  assert.equal((await write('cookies', {})).status, 404)
  const foreign = await house.key(other.orgId, { kind: 'pk' })
  assert.equal((await house.call('GET', '/v1/storefront/legal_pages/terms', { key: foreign })).status, 404)
})

test('a mail links to them, in its own language', async () => {
  await shop.checkOut(await shop.fill(priceId, 1), { language: 'de' })
  await send()
  const mail = await readMail(smtp.received.at(-1) ?? assert.fail('no mail'))
  assert.match(mail.text, /AGB: https:\/\/club\.example\/agb/)
  assert.match(mail.html, /href="https:\/\/club\.example\/agb"[^>]*>AGB</)
})

test('where the club asks for it nobody buys without agreeing to the terms as they are, and what was agreed to is kept', async () => {
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { terms_consent: true } })
  const { terms_version } = (await read('')).body
  assert.equal(terms_version, 2)
  const basket = await shop.fill(priceId, 1)
  const without = await shop.checkOut(basket)
  assert.deepEqual(
    [without.status, without.body.error.code, without.body.error.param],
    [400, 'parameter_missing', 'terms_version'],
  )
  await write('terms', { en: { text: 'Be kinder.' } })
  const stale = await shop.checkOut(basket, { terms_version })
  assert.deepEqual([stale.status, stale.body.error.code], [400, 'parameter_invalid'])
  const { body: order } = await shop.checkOut(basket, { terms_version: 3, language: 'en' })
  assert.equal(order.status, 'confirmed')
  const managed = (await house.call('GET', `/v1/manage/orders/${order.order_id}`, { key: club.key })).body
  assert.deepEqual([managed.terms_consent.version, managed.terms_consent.language], [3, 'en'])
  assert.equal(managed.terms_consent.accepted_unix, Math.floor(house.clock().getTime() / 1000))
  assert.equal((await read('/legal_pages/terms?version=3')).body.text, 'Be kinder.')
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { terms_consent: false } })
  const { body: free } = await shop.checkOut(await shop.fill(priceId, 1))
  const unasked = (await house.call('GET', `/v1/manage/orders/${free.order_id}`, { key: club.key })).body
  assert.equal(unasked.terms_consent, null)
})
