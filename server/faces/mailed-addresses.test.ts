import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addShopDomain } from '../../tests/builders/shops.ts'
import { openHouse } from '../../tests/harness/house.ts'
import { readSources } from '../../tests/rules/source-files.ts'
import { findShopUrl } from '../checkout/box-office/payment-link.ts'
import { renewalUrl } from '../checkout/renewals/renewal-link.ts'
import { newsUrl } from '../fans/mails/news-link.ts'
import { renewalLink } from '../fans/mails/renewal-facts.ts'
import { debtUrl } from '../ledger/ledger/debt-link.ts'
import { mailKinds } from '../messages/mail/notices.ts'
import { legalLink } from '../people/legal/legal-page.ts'
import { eventUrl, originOf, shopUrl } from '../people/shops/shop-address.ts'
import { isPlainPath } from '../platform/http/redirect.ts'
import { ticketPageLink, transferPageLink } from '../tickets/orders/ticket-page-link.ts'
import { buildFaces } from './build-faces.ts'
import type { FaceSettings } from './face.ts'

const built = await buildFaces()
const settings: FaceSettings = { shopKey: undefined, stripe: false }
const house = await openHouse({ faces: { faces: built.map(({ face }) => face), built: async () => built, settings } })
const { sql, seal } = house
const club = await house.organisation({ name: 'Harbour' })
const HOST = 'tickets.harbour.example'
await addShopDomain(house, club, { host: HOST, proven: true })
const { orgId } = club
const publicUrl = 'http://grandstand.test'
const shop = { shop_slug: 'harbour', shop_host: HOST }
const deps = { seal, publicUrl }
const pages = originOf(publicUrl, HOST)
const stopped = { renewal: { renewal_status: 'failed' } } as Parameters<typeof renewalLink>[3]

/** What answers: the shop, the ticket page, a plain page of a form, or the API's word that the thing itself is not there. */
type Answer = 'shop' | 'ticket' | 'plain' | 'missing'

/** Each file that makes an address at a club's host, and the addresses that it makes. */
const addresses: Record<string, [address: string, answer: Answer][]> = {
  'server/people/shops/shop-address.ts': [
    [shopUrl(publicUrl, shop), 'shop'],
    [eventUrl(publicUrl, shop, 7), 'shop'],
  ],
  'server/people/legal/legal-page.ts': [[legalLink(publicUrl, shop, { kind: 'terms', url: null }), 'shop']],
  'server/people/organisation/organisation.ts': [[`${shopUrl(publicUrl, shop)}signed-in`, 'shop']],
  'server/checkout/box-office/payment-link.ts': [[`${await findShopUrl(orgId, sql, publicUrl)}basket#b`, 'shop']],
  'server/ledger/ledger/debt-link.ts': [
    [debtUrl(deps, orgId, shop, { debtId: 1, version: 0, expiresAt: new Date() }), 'shop'],
  ],
  'server/tickets/orders/ticket-page-link.ts': [
    [ticketPageLink(deps, orgId, { orderId: 1, version: 0, pages }), 'ticket'],
    [transferPageLink(deps, orgId, shop, { orderId: 1, version: 0 }), 'shop'],
  ],
  'server/fans/mails/write-notices.ts': [[ticketPageLink(deps, orgId, { orderId: 1, version: 0, pages }), 'ticket']],
  'server/fans/storefront/ticket-links-mail.ts': [
    [ticketPageLink(deps, orgId, { orderId: 1, version: 0, pages }), 'ticket'],
  ],
  'server/papers/wallet/card-pass.ts': [[shopUrl(publicUrl, shop), 'shop']],
  'server/fans/mails/news-link.ts': [[newsUrl(deps, orgId, shop, 'ada@example.org'), 'plain']],
  'server/checkout/renewals/renewal-link.ts': [[renewalUrl(deps, orgId, shop, 1), 'missing']],
  'server/fans/mails/renewal-facts.ts': [
    [renewalLink(deps, orgId, shop as Parameters<typeof renewalLink>[2], stopped) ?? '', 'shop'],
  ],
  // It compares addresses, and makes none.
  'server/checkout/answers/payment-return.ts': [],
}

const at = (address: string, method = 'GET') => {
  const { pathname, search, host } = new URL(address)
  assert.equal(host, HOST, address)
  return house.call(method, pathname + search, { headers: { host } })
}

function answerOf({ status, text, headers }: Awaited<ReturnType<typeof at>>): string {
  if (status === 404) return text.includes('resource_missing') ? 'missing' : `404 ${text.slice(0, 80)}`
  if (status !== 200) return String(status)
  if (text.includes('id="config"')) return headers['x-robots-tag'] === 'noindex, nofollow' ? 'ticket' : 'shop'
  return 'plain'
}

test('each address that we mail or print answers at a club’s own host, and not with the shop’s first page', async () => {
  for (const [file, links] of Object.entries(addresses))
    for (const [address, expected] of links) {
      assert.equal(answerOf(await at(address)), expected, `${file}: ${address}`)
      assert.doesNotMatch(new URL(address).pathname, /\/\//, address)
    }
})

test('a form on a page that a mail leads to is taken at a club’s own host', async () => {
  const news = addresses['server/fans/mails/news-link.ts']?.[0]?.[0] ?? ''
  assert.equal((await at(news, 'POST')).status, 200)
  const renewal = addresses['server/checkout/renewals/renewal-link.ts']?.[0]?.[0] ?? ''
  assert.equal(answerOf(await at(renewal, 'POST')), 'missing')
})

type Source = { path: string; text: string }
const makers = (sources: Source[]) =>
  sources.filter(({ text }) => /\b(?:shopUrl|originOf)\(/.test(text)).map(({ path }) => path)

test('each file that makes an address at a club’s host is in the table above', async () => {
  const sources = (await readSources(['server'], ['.ts'])).filter(({ path }) => !path.endsWith('.test.ts'))
  assert.deepEqual(makers(sources).sort(), Object.keys(addresses).sort())
  const planted = {
    path: 'server/fans/mails/planted.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted text is source code
    text: 'export const url = `${originOf(publicUrl, host)}/stop/`',
  }
  assert.ok(makers([...sources, planted]).includes(planted.path))
})

test('each link of each mail of a club with its own host answers there', async () => {
  for (const kind of mailKinds) {
    const { text } = await house.call('GET', `/v1/manage/mails/${kind}/preview?format=html`, { key: club.key })
    const links = [...text.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    for (const link of links.filter((each) => new URL(each).host === HOST))
      assert.match(answerOf(await at(link)), /^(?:shop|ticket|plain|missing)$/, `${kind}: ${link}`)
  }
})

test('no address of ours leads a browser to another host', async () => {
  const hostile = ['//evil.example/', '/%5Cevil.example/', '/\\evil.example/', '//evil.example', '\\\\evil.example/']
  const before = ['/shop/', '/shop/harbour/', '/shop', '/console', '/docs', '/scan', '']
  for (const host of [HOST, 'grandstand.test', 'tickets.nobody.example'])
    for (const path of before.flatMap((start) => hostile.map((end) => `${start}${end}`))) {
      if (!path.startsWith('/')) continue
      const { headers } = await house.call('GET', path, { headers: { host } })
      const { location = '' } = headers
      assert.equal(location === '' || isPlainPath(location), true, `${host}${path} leads to ${location}`)
      assert.equal(new URL(location, 'http://grandstand.test').host, 'grandstand.test', `${host}${path}`)
    }
})

const redirects = (sources: Source[]) =>
  sources
    .filter(
      ({ path, text }) => path !== 'server/platform/http/redirect.ts' && /reply[\w.()'", ]*\.redirect\(/.test(text),
    )
    .map(({ path }) => path)

test('redirects go through one file, which refuses addresses of other hosts', async () => {
  const sources = (await readSources(['server'], ['.ts'])).filter(({ path }) => !path.endsWith('.test.ts'))
  assert.deepEqual(redirects(sources), [])
  assert.deepEqual(redirects([{ path: 'server/planted.ts', text: 'return reply.code(302).redirect(url)' }]), [
    'server/planted.ts',
  ])
})

test('a route outside the API that does not say at which hosts it answers cannot be registered', async () => {
  const planted = openHouse({
    extraOperations: [
      (app) => app.get('/stop/:token', { config: { scope: 'public' }, schema: { hide: true } }, async () => ''),
    ],
  })
  await assert.rejects(planted, /GET \/stop\/:token declares no host/)
})
