import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addShopDomain } from '../../../tests/builders/shops.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'

const house = await openHouse()
const manage = (club: Tenant, method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, ...(body ? { body } : {}) })
const shopUrlOf = async (club: Tenant) => (await house.call('GET', '/v1/organisation', { key: club.key })).body.shop_url
/** After what was known of the host is trusted no more. */
const ask = async (host: string, headers: Record<string, string> = {}) => {
  house.clock.advance(5_000)
  return (await house.call('GET', `/tls/ask?domain=${host}`, { headers })).status
}

test('a host counts once its record is seen, and then the shop and a certificate are to be had there', async () => {
  const club = await house.organisation({ name: 'Record Rovers' })
  assert.equal(await shopUrlOf(club), 'http://grandstand.test/shop/record-rovers/')
  const added = await manage(club, 'POST', '/shop_domains', { host: 'Tickets.Record-Rovers.example' })
  assert.deepEqual([added.status, added.body.host, added.body.proven], [200, 'tickets.record-rovers.example', false])
  const { shop_domain_id: id, dns_record: record } = added.body
  assert.equal(record.name, '_grandstand.tickets.record-rovers.example')
  const early = await manage(club, 'POST', `/shop_domains/${id}/prove`)
  assert.deepEqual([early.status, early.body.error.code], [409, 'state_conflict'])
  assert.equal(await ask('tickets.record-rovers.example'), 404)
  house.txtRecords.set(record.name, ['v=spf1 -all', record.value])
  const proven = await manage(club, 'POST', `/shop_domains/${id}/prove`)
  assert.deepEqual([proven.status, proven.body.proven, proven.body.proven_by], [200, true, 'dns'])
  assert.equal(await shopUrlOf(club), 'http://tickets.record-rovers.example/')
  assert.deepEqual([await ask('tickets.record-rovers.example'), await ask('grandstand.test')], [200, 200])
  const gone = await manage(club, 'DELETE', `/shop_domains/${id}`)
  assert.deepEqual([gone.status, gone.body.deleted], [200, true])
  assert.equal(await shopUrlOf(club), 'http://grandstand.test/shop/record-rovers/')
})

test('a host that another organisation has proven stays its, for as long as the proof can be seen', async () => {
  const [owner, rival] = [await house.organisation(), await house.organisation()]
  const host = 'tickets.contested.example'
  const first = await addShopDomain(house, owner, { host, proven: true })
  const second = await addShopDomain(house, rival, { host })
  house.txtRecords.set(first.dns_record.name, [first.dns_record.value, second.dns_record.value])
  const prove = () => manage(rival, 'POST', `/shop_domains/${second.shop_domain_id}/prove`)
  const refused = await prove()
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  // The name was sold: its new owner has a record there, the old one has none any more.
  house.txtRecords.set(first.dns_record.name, [second.dns_record.value])
  assert.equal((await prove()).body.proven, true)
  assert.equal((await manage(owner, 'GET', '/shop_domains')).body.data[0].proven, false)
  const log = await manage(owner, 'GET', '/audit_log?object_type=shop_domain')
  assert.equal(log.body.data[0].action, 'shop_domain.lost')
})

test('only one of two that prove the same host at once has it', async () => {
  const clubs = [await house.organisation(), await house.organisation(), await house.organisation()]
  const host = 'tickets.raced.example'
  const domains: Awaited<ReturnType<typeof addShopDomain>>[] = []
  for (const club of clubs) domains.push(await addShopDomain(house, club, { host }))
  house.txtRecords.set(
    `_grandstand.${host}`,
    domains.map(({ dns_record }) => dns_record.value),
  )
  const answers = await Promise.all(
    clubs.map((club, at) => manage(club, 'POST', `/shop_domains/${domains[at]?.shop_domain_id}/prove`)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
})

test('one host that is named by several calls at once is there once', async () => {
  const club = await house.organisation()
  const calls = Array.from({ length: 4 }, () =>
    manage(club, 'POST', '/shop_domains', { host: 'tickets.at-once.example' }),
  )
  const answers = await Promise.all(calls)
  assert.deepEqual(
    [...new Set(answers.map(({ status, body }) => `${status} ${body.shop_domain_id}`))],
    [`200 ${answers[0]?.body.shop_domain_id}`],
  )
})

test('what is no host name, a number, or our own address is refused; ten are enough', async () => {
  const club = await house.organisation()
  for (const host of [
    'localhost',
    '10.0.0.1',
    'tickets.example.org:8443',
    'https://example.org',
    '-a.example',
    'a..b.example',
  ])
    assert.equal((await manage(club, 'POST', '/shop_domains', { host })).status, 400, host)
  assert.equal((await manage(club, 'POST', '/shop_domains', { host: 'grandstand.test' })).status, 409)
  for (let n = 0; n < 10; n += 1) await addShopDomain(house, club)
  assert.equal((await manage(club, 'POST', '/shop_domains', { host: 'one.more.example' })).status, 409)
})

test('links with secrets lead to a host, so signed-in staff confirm their identity before it counts', async () => {
  const club = await house.organisation()
  const { shop_domain_id: id } = await addShopDomain(house, club)
  const { headers } = await addStaff(house, club, {})
  house.clock.advance(3_600_000)
  const { body } = await house.call('POST', `/v1/manage/shop_domains/${id}/prove`, { headers })
  assert.equal(body.error.code, 'proof_required')
})
