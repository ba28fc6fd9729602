import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { RESERVED_SLUGS, slugOf } from './shop-slug.ts'

const house = await openHouse()
const organisation = async (key: string) => (await house.call('GET', '/v1/organisation', { key })).body
const change = (key: string, shop_slug: string) =>
  house.call('PATCH', '/v1/manage/organisation', { key, body: { shop_slug } })

test('a name becomes what can stand in an address', () => {
  const slugs = { 'Malmö FF': 'malmo-ff', '1. FC Köln!': '1-fc-koln', 'Brøndby & Sønner': 'brondby-sonner', 東京: '' }
  for (const [name, slug] of Object.entries(slugs)) assert.equal(slugOf(name), slug)
  assert.ok(slugOf(`${'very '.repeat(30)}long`).length <= 40)
})

test('every organisation has a shop from its first day; of two of one name the second has its number behind', async () => {
  const [first, second] = [
    await house.organisation({ name: 'Twin City' }),
    await house.organisation({ name: 'Twin City' }),
  ]
  assert.equal((await organisation(first.key)).shop_slug, 'twin-city')
  assert.equal((await organisation(second.key)).shop_slug, `twin-city-${second.orgId}`)
  const nameless = await house.organisation({ name: '東京' })
  assert.equal((await organisation(nameless.key)).shop_slug, `shop-${nameless.orgId}`)
})

test('an organisation gets a slug although another has chosen what would have been its own', async () => {
  const chooser = await house.organisation({ name: 'Chooser' })
  const next = (await house.organisation({ name: 'Rivals' })).orgId + 1
  assert.equal((await change(chooser.key, `rivals-${next}`)).status, 200)
  const rival = await house.organisation({ name: 'Rivals' })
  assert.equal(rival.orgId, next)
  assert.match((await organisation(rival.key)).shop_slug, new RegExp(`^shop-${next}-[0-9a-f]{8}$`))
})

test('another slug may be chosen, but none of the shop’s own addresses nor one that is, or was, another’s', async () => {
  const [club, other] = [await house.organisation({ name: 'Old Name' }), await house.organisation({ name: 'Other' })]
  for (const slug of [...RESERVED_SLUGS, 'Upper', 'a', 'x'.repeat(61), '-a', 'a b']) {
    const { status, body } = await change(club.key, slug)
    assert.deepEqual([status, body.error.param], [400, 'shop_slug'], slug)
  }
  assert.equal((await change(club.key, 'new-name')).body.shop_url, 'http://grandstand.test/shop/new-name/')
  for (const slug of ['new-name', 'old-name']) assert.equal((await change(other.key, slug)).status, 409, slug)
  // One that it had before is still its own.
  assert.equal((await change(club.key, 'old-name')).body.shop_slug, 'old-name')
})

test('the table itself refuses the shop’s own addresses', async () => {
  const club = await house.organisation()
  for (const slug of RESERVED_SLUGS) {
    const added = house.sql`
      insert into shop_slugs (org_id, slug, retired_at)
      values (${club.orgId}, ${slug}, now())`
    await assert.rejects(async () => await added, { constraint_name: 'shop_slugs_none_of_the_shop' })
  }
})
