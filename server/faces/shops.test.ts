import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addShopDomain } from '../../tests/builders/shops.ts'
import { openHouse, type Tenant } from '../../tests/harness/house.ts'
import { buildFaces } from './build-faces.ts'
import type { FaceSettings } from './face.ts'

const built = await buildFaces()
const settings: FaceSettings = { shopKey: undefined, stripe: false }
const house = await openHouse({ faces: { faces: built.map(({ face }) => face), built: async () => built, settings } })
const [harbour, island] = [await house.organisation({ name: 'Harbour' }), await house.organisation({ name: 'Island' })]
await addShopDomain(house, harbour, { host: 'tickets.harbour.example', proven: true })
await addShopDomain(house, island, { host: 'tickets.unproven.example' })

const get = async (path: string, host = 'grandstand.test') => {
  const { status, headers, text } = await house.call('GET', path, { headers: { host } })
  const data = (id: string) =>
    JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(text)?.[1] ?? 'null')
  return { status, location: headers.location, text, config: data('config'), first: data('first') }
}
const shown = ({ first }: Awaited<ReturnType<typeof get>>) => first?.['/v1/storefront']?.name
const keys = (club: Tenant) => house.call('GET', '/v1/manage/api_keys', { key: club.key })

test('each organisation has its shop at its slug, with a key of its own that is made once', async () => {
  const pages = await Promise.all([get('/shop/harbour/'), get('/shop/island/'), get('/shop/island/events/1')])
  assert.deepEqual(pages.map(shown), ['Harbour', 'Island', 'Island'])
  assert.deepEqual(
    pages.map(({ config }) => config.base),
    ['/shop/harbour/', '/shop/island/', '/shop/island/'],
  )
  const made = (await keys(island)).body.data.filter(({ name }: { name: string }) => name === 'Shop')
  assert.equal(made.length, 1)
  assert.doesNotMatch(pages[1]?.text ?? '', /Harbour/)
})

test('a key that staff revoke is replaced, and the shop goes on', async () => {
  const before = (await get('/shop/island/')).config.key
  const [key] = (await keys(island)).body.data.filter(({ name }: { name: string }) => name === 'Shop')
  await house.call('POST', `/v1/manage/api_keys/${key.key_id}/revoke`, { key: island.key })
  const after = await get('/shop/island/')
  assert.notEqual(after.config.key, before)
  assert.equal(shown(after), 'Island')
})

test('at a host that is proven its shop is at the top; the same addresses as below the slug lead there', async () => {
  const page = await get('/', 'tickets.harbour.example:8443')
  assert.deepEqual([shown(page), page.config.base], ['Harbour', '/'])
  assert.equal(shown(await get('/events/7?lang=de', 'tickets.harbour.example')), 'Harbour')
  const { status, location } = await get('/shop/harbour/events/7?lang=de', 'tickets.harbour.example')
  assert.deepEqual([status, location], [302, '/events/7?lang=de'])
})

test('the wrong host shows no shop: unknown, not proven, or another’s slug', async () => {
  settings.shopKey = await house.key(harbour.orgId, { kind: 'pk' })
  for (const host of ['tickets.unproven.example', 'tickets.nobody.example', 'tickets.harbour.example.evil.example']) {
    for (const path of ['/', '/shop/', '/shop/harbour/', '/basket', '/_host/']) {
      const page = await get(path, host)
      assert.deepEqual([page.status, page.config], [404, null], `${host}${path}`)
      assert.doesNotMatch(page.text, /Harbour|Island/)
    }
  }
  assert.equal((await get('/_host/')).status, 404)
  assert.equal((await get('/shop/nobody/')).status, 404)
  assert.equal(shown(await get('/shop/')), 'Harbour')
  assert.equal(shown(await get('/shop/', 'localhost:3000')), 'Harbour')
})

test('an old slug leads to the new one for a year, with the rest of the address', async () => {
  const club = await house.organisation({ name: 'Before' })
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { shop_slug: 'after' } })
  const { status, location } = await get('/shop/before/events/3?lang=de')
  assert.deepEqual([status, location], [302, '/shop/after/events/3?lang=de'])
  await house.sql`
    update shop_slugs
    set retired_at = retired_at - interval '366 days'
    where org_id = ${club.orgId} and retired_at is not null`
  assert.equal((await get('/shop/before/')).status, 404)
})

test('the shop of an organisation that has moved is at its cell', async () => {
  const club = await house.organisation({ name: 'Mover' })
  await house.sql`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${club.orgId}, gen_random_uuid(), 'moved', 'https://cell-two.example')`
  assert.equal((await get('/shop/mover/events/3')).location, 'https://cell-two.example/shop/mover/events/3')
})

test('files that a browser asks every site for are not the shop’s page; the API and tickets are the same at every host', async () => {
  assert.equal((await get('/favicon.ico', 'tickets.harbour.example')).status, 404)
  const storefront = await house.call('GET', '/v1/storefront', {
    key: await house.key(harbour.orgId, { kind: 'pk' }),
    headers: { host: 'tickets.harbour.example' },
  })
  assert.equal(storefront.body.name, 'Harbour')
  assert.equal((await get('/t/abc', 'tickets.harbour.example')).status, 200)
})
