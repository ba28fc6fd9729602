import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { addOffer } from '../../tests/builders/prices.ts'
import { openHouse } from '../../tests/harness/house.ts'
import { asBuildError, buildFaces, collect } from './build-faces.ts'
import { type Face, type FaceSettings, policyOf } from './face.ts'

const built = await buildFaces()
const settings: FaceSettings = { shopKey: undefined, stripe: false }
const house = await openHouse({ faces: { faces: built.map(({ face }) => face), built: async () => built, settings } })
const club = await house.organisation({ name: '</script><b>Harbour & City' })
settings.shopKey = await house.key(club.orgId, { kind: 'pk' })
const { eventId } = await addOffer(house, club, {})

const dataOf = (page: string, id: string) =>
  JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(page)?.[1] ?? 'null')

test('the shop is a page with its key and the first answers of the API in it, which the browser need not ask for again', async () => {
  const { status, headers, text } = await house.call('GET', `/shop/events/${eventId}`)
  assert.equal(status, 200)
  assert.match(headers['content-type'] ?? '', /^text\/html/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(dataOf(text, 'config').key, settings.shopKey)
  const first = dataOf(text, 'first')
  assert.equal(first['/v1/storefront'].name, '</script><b>Harbour & City')
  assert.equal(first[`/v1/events/${eventId}`].event_id, String(eventId))
  assert.ok(first[`/v1/events/${eventId}/prices`].data.length > 0)
})

test('a page is found and shared by what is in its head, whatever the club calls itself', async () => {
  const { text, headers } = await house.call('GET', `/shop/events/${eventId}`)
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null')
  assert.deepEqual([data['@type'], data.name, data.organizer.name], ['Event', 'Derby', '</script><b>Harbour & City'])
  assert.deepEqual(
    data.offers.map(({ price, priceCurrency, availability }: Record<string, string>) => [
      price,
      priceCurrency,
      availability,
    ]),
    [['27.20', 'AUD', 'https://schema.org/InStock']],
  )
  const address = `${data.organizer.url}events/${eventId}`
  assert.ok(text.includes(`<link rel="canonical" href="${address}">`))
  assert.ok(text.includes(`<meta property="og:url" content="${address}">`))
  assert.match(text, /<title>Derby · &lt;\/script&gt;&lt;b&gt;Harbour &amp; City<\/title>/)
  assert.match(text, /<meta name="description" content="[^"]*Tickets from [^"]*27\.20/)
  assert.doesNotMatch(text, /<b>Harbour/)
  assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe-inline/)
  for (const page of ['basket', 'find-tickets'])
    assert.match((await house.call('GET', `/shop/${page}`)).text, /<meta name="robots" content="noindex">/)
})

test('the club’s icon and colours are in the page, and the policy allows that one style by its hash', async () => {
  const look = { accent_color: '#ffd400', favicon: 'https://img.example.org/icon.png' }
  assert.equal((await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: look })).status, 200)
  const { text, headers } = await house.call('GET', '/shop/')
  assert.match(text, /<link rel="icon" href="https:\/\/img\.example\.org\/icon\.png">/)
  const style = /<style>(.*?)<\/style>/.exec(text)?.[1] ?? ''
  assert.match(style, /--club-fill:#ffd400/)
  const hash = createHash('sha256').update(style).digest('base64')
  assert.ok(headers['content-security-policy']?.includes(`style-src 'self' 'sha256-${hash}'`))
  const none = { accent_color: null, favicon: null }
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: none })
})

test('a sitemap names the shop and what is on', async () => {
  const { text, headers } = await house.call('GET', '/shop/sitemap.xml')
  assert.match(headers['content-type'] ?? '', /^application\/xml/)
  assert.match(text, new RegExp(`<loc>https?://[^<]+/events/${eventId}</loc>`))
})

test('an event that is cancelled says so before any script runs, and offers nothing', async () => {
  const cancelled = await addOffer(house, club, { event: { published_at: house.clock() } })
  assert.equal(
    (await house.call('POST', `/v1/manage/events/${cancelled.eventId}/cancel`, { key: club.key })).status,
    200,
  )
  const { text } = await house.call('GET', `/shop/events/${cancelled.eventId}`, {
    headers: { 'accept-language': 'de' },
  })
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null')
  assert.deepEqual([data.eventStatus, data.offers], ['https://schema.org/EventCancelled', []])
  assert.match(text, /<strong>Abgesagt<\/strong>\. Es wird nichts mehr verkauft/)
  assert.match(text, /<meta name="description" content="Abgesagt /)
  for (const part of ['prices', 'availability'])
    assert.deepEqual(dataOf(text, 'first')[`/v1/events/${cancelled.eventId}/${part}`]?.data ?? [], [])
})

test('an event that is not there is left for the page to ask', async () => {
  const { status, text } = await house.call('GET', '/shop/events/999999999')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(dataOf(text, 'first')), ['/v1/storefront'])
})

test('assets are named by what is in them, kept for ever, and sent as small as the browser takes them', async () => {
  const page = (await house.call('GET', '/shop/')).text
  const [, script = ''] = /src="(\/shop\/assets\/main-\w+\.js)"/.exec(page) ?? []
  const sent = await Promise.all(
    ['br, gzip', 'gzip', 'identity'].map((coding) =>
      house.app.inject({ url: script, headers: { 'accept-encoding': coding } }),
    ),
  )
  assert.deepEqual(
    sent.map(({ headers }) => headers['content-encoding']),
    ['br', 'gzip', undefined],
  )
  assert.equal(sent[0]?.headers['cache-control'], 'public, max-age=31536000, immutable')
  const again = await house.call('GET', script, { headers: { 'if-none-match': String(sent[0]?.headers.etag) } })
  assert.equal(again.status, 304)
  assert.equal((await house.call('GET', '/shop/assets/main-gone.js')).status, 404)
  for (const [, url = ''] of page.matchAll(/(?:href|src)="(\/[^"]+)"/g))
    assert.equal((await house.call('GET', url)).status, 200, url)
})

test('a ground behind one address may open the shop: neither page nor assets use up its requests', async () => {
  const answers = await Promise.all(Array.from({ length: 320 }, () => house.call('GET', '/shop/orders')))
  assert.ok(answers.every(({ status }) => status === 200))
})

test('the policy allows what is ours, and Stripe where it collects', async () => {
  const { headers } = await house.call('GET', '/shop/')
  const policy = headers['content-security-policy'] ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.doesNotMatch(policy, /unsafe|stripe/)
  const [shop] = built
  assert.ok(shop)
  assert.match(policyOf(shop.face, { ...settings, stripe: true }), /script-src 'self' https:\/\/js\.stripe\.com/)
})

test('without a key there is no shop', async () => {
  const key = settings.shopKey
  settings.shopKey = undefined
  assert.equal((await house.call('GET', '/shop/')).status, 404)
  settings.shopKey = key
})

test('a face has its own headers, a page with a part of the path to itself, and a service worker under its own address', async () => {
  const face: Face = {
    name: 'page',
    title: 'A page',
    base: '/p/',
    pages: ['/p/:secret'],
    worker: 'worker.ts',
    headers: { 'referrer-policy': 'no-referrer' },
  }
  const { build, stop } = await import('esbuild')
  const result = await build({
    stdin: { contents: 'export {}' },
    write: false,
    metafile: true,
    outdir: '/',
  })
  const page = await collect(face, result)
  await stop()
  page.worker = { type: 'text/javascript', plain: Buffer.from('self'), etag: '"1"' }
  const other = await openHouse({ faces: { faces: [face], built: async () => [page], settings } })
  const opened = await other.call('GET', '/p/abc')
  assert.deepEqual([opened.status, opened.headers['referrer-policy']], [200, 'no-referrer'])
  const worker = await other.call('GET', '/p/worker.js')
  assert.deepEqual([worker.text, worker.headers['cache-control']], ['self', 'no-cache'])
})

test('a mistake in a face is told with its file and line', async () => {
  const { build, stop } = await import('esbuild')
  const mistake = await build({
    stdin: { contents: 'const a = 1\nconst = 2', sourcefile: 'faces/shop/x.ts' },
    logLevel: 'silent',
    write: false,
  }).catch((error: unknown) => error)
  await stop()
  assert.match(asBuildError(mistake).message, /^the faces cannot be built: faces\/shop\/x\.ts:2:6: /)
})
