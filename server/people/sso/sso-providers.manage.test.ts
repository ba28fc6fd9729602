import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { startIssuer } from '../../../tests/outside/oidc/issuer.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'

const house = await openHouse()
const club = await house.organisation()
const path = '/v1/manage/sso_providers'
const body = { name: 'Club account', issuer: 'https://id.example.org', audiences: ['shop'] }
const create = (fields: object) => house.call('POST', path, { key: club.key, body: { ...body, ...fields } })

test('a provider is registered, changed and archived; its issuer is free again then', async () => {
  const creation = await house.call('POST', path, {
    key: club.key,
    form: { name: 'Club account', issuer: 'https://id.example.org/a', audiences: ['shop', 'app'] },
  })
  assert.equal(creation.status, 201, creation.text)
  assert.deepEqual(creation.body, {
    sso_provider_id: creation.body.sso_provider_id,
    name: 'Club account',
    issuer: 'https://id.example.org/a',
    audiences: ['shop', 'app'],
    jwks_uri: null,
    trust_email: false,
    status: 'active',
  })
  const again = await create({ issuer: creation.body.issuer })
  assert.deepEqual([again.status, again.body.error.code, again.body.error.param], [409, 'state_conflict', 'issuer'])
  const item = `${path}/${creation.body.sso_provider_id}`
  const changed = await house.call('PATCH', item, { key: club.key, body: { audiences: ['app'], trust_email: true } })
  assert.deepEqual([changed.body.audiences, changed.body.trust_email], [['app'], true])
  assert.equal((await house.call('POST', `${item}/archive`, { key: club.key })).body.status, 'archived')
  assert.equal((await create({ issuer: creation.body.issuer })).status, 201)
})

const refused: [what: string, fields: object, param: string][] = [
  ['an issuer over plain HTTP', { issuer: 'http://id.example.org' }, 'issuer'],
  ['an issuer that is no address', { issuer: 'id.example.org' }, 'issuer'],
  ['an issuer with a query', { issuer: 'https://id.example.org/?a=1' }, 'issuer'],
  ['an issuer with a fragment', { issuer: 'https://id.example.org/#a' }, 'issuer'],
  ['an issuer with a password', { issuer: 'https://a:b@id.example.org' }, 'issuer'],
  ['an issuer on a private network', { issuer: 'http://10.0.0.1' }, 'issuer'],
  ['keys over plain HTTP', { jwks_uri: 'http://id.example.org/jwks' }, 'jwks_uri'],
  ['keys in a file', { jwks_uri: 'file:///etc/passwd' }, 'jwks_uri'],
  ['no audience', { audiences: [] }, 'audiences'],
  ['the same audience twice', { audiences: ['shop', 'shop'] }, 'audiences'],
]
for (const [what, fields, param] of refused) {
  test(`is refused: ${what}`, async () => {
    const answer = await create(fields)
    assert.deepEqual([answer.status, answer.body.error.param], [400, param], answer.text)
  })
}

test('plain HTTP is taken on this machine only where the operator allows it', async () => {
  assert.equal((await create({ issuer: 'http://127.0.0.1:9000' })).status, 201)
  const outbound = createOutbound()
  after(() => outbound.close())
  const strict = await openHouse({ outbound })
  const { key } = await strict.organisation()
  for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000']) {
    assert.equal((await strict.call('POST', path, { key, body: { ...body, issuer } })).status, 400)
  }
})

test('what is changed or archived holds for tokens within five seconds; a provider that is away is a 503', async () => {
  const issuer = await startIssuer(house.clock)
  after(() => issuer.stop())
  const creation = await create({ issuer: issuer.issuer })
  const item = `${path}/${creation.body.sso_provider_id}`
  const token = await issuer.sign({ aud: 'shop' })
  const orders = () => house.call('GET', '/v1/sso/orders', { key: club.key, headers: { 'x-sso-token': token } })
  issuer.failing = 'error'
  const away = await orders()
  assert.deepEqual([away.status, away.body.error.code, away.headers['retry-after']], [503, 'service_unavailable', '30'])
  issuer.failing = 'no'
  house.clock.advance(30_000)
  assert.equal((await orders()).status, 403)
  await house.call('PATCH', item, { key: club.key, body: { audiences: ['another'] } })
  house.clock.advance(5_000)
  assert.equal((await orders()).body.error.code, 'sso_token_invalid')
  await house.call('PATCH', item, { key: club.key, body: { audiences: ['shop'] } })
  house.clock.advance(5_000)
  assert.equal((await orders()).status, 403)
  await house.call('POST', `${item}/archive`, { key: club.key })
  house.clock.advance(5_000)
  assert.equal((await orders()).body.error.code, 'sso_token_invalid')
})
