import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLUB, handToPeppol } from '../../../tests/builders/peppol.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { startAccessPoint } from '../../../tests/outside/access-point.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { accessPointContext } from './peppol-access-point.ts'

const house = await openHouse()
const PATH = '/v1/manage/peppol_access_point'
const set = (club: Tenant, body: object) => house.call('PUT', PATH, { key: club.key, body })
const TOKEN = 'a-token-that-nobody-reads'
const http = { peppol_id: CLUB, access: 'http', url: 'https://access.example.org/in', token: TOKEN }

test('the token is taken, sealed, and never told again', async () => {
  const club = await house.organisation({ mode: 'live' })
  assert.equal((await house.call('GET', PATH, { key: club.key })).body.access, null)
  const answers = [await set(club, http), await house.call('GET', PATH, { key: club.key })]
  for (const { status, body, text } of answers) {
    assert.deepEqual([status, body.has_token, body.url], [200, true, http.url])
    assert.ok(!text.includes(TOKEN))
  }
  const log = await house.call('GET', '/v1/manage/audit_log', { key: club.key })
  assert.match(log.text, /peppol_access_point\.set/)
  assert.ok(!log.text.includes(TOKEN))
  const [row] = await house.sql<{ token_sealed: Buffer }[]>`
    select token_sealed
    from peppol_access_points
    where org_id = ${club.orgId}`
  assert.ok(row && !row.token_sealed.includes(TOKEN))
  assert.equal(house.seal.open(row.token_sealed, accessPointContext(club.orgId)), TOKEN)
})

test('the token stays where it is left out, but goes to no other address', async () => {
  const club = await house.organisation()
  const { token, ...without } = http
  assert.deepEqual((await set(club, without)).body.error.param, 'token')
  await set(club, { ...http, token })
  const named = await set(club, {
    ...without,
    contact_name: 'Office',
    contact_phone: '+47 55 00',
    contact_email: 'a@b.no',
  })
  assert.deepEqual([named.status, named.body.has_token, named.body.contact_name], [200, true, 'Office'])
  const moved = await set(club, { ...without, url: 'https://elsewhere.example.org/in' })
  assert.deepEqual([moved.status, moved.body.error.param], [400, 'token'])
})

test('an address that is not public, or has no TLS, is refused', async () => {
  const club = await house.organisation()
  for (const url of [
    'https://10.0.0.1/in',
    'https://192.168.1.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'http://access.example.org/in',
    'https://user:pass@access.example.org/',
    'https://access.example.org/in?key=1',
    'https://access.example.org/in#a',
    'ftp://access.example.org/',
    'access.example.org',
  ]) {
    const { status, body } = await set(club, { ...http, url })
    assert.deepEqual([status, body.error?.param], [400, 'url'], url)
  }
  assert.equal((await set(club, { ...http, url: undefined })).body.error.param, 'url')
})

test('a name that leads into a private network is not connected to', async () => {
  const outbound = createOutbound({
    lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const guarded = await openHouse({ outbound })
  const club = await guarded.organisation()
  await handToPeppol(guarded, club, http)
  const { body } = await guarded.call('GET', `${PATH}/test`, { key: club.key })
  assert.deepEqual([body.is_ready, body.problem], [false, 'its address is not public'])
  await outbound.close()
})

test('a test says whether it answers and takes the token', async () => {
  const club = await house.organisation()
  const accessPoint = await startAccessPoint()
  const ready = async () => (await house.call('GET', `${PATH}/test`, { key: club.key })).body
  assert.equal((await house.call('GET', `${PATH}/test`, { key: club.key })).status, 404)
  await handToPeppol(house, club, { access: 'http', url: accessPoint.url, token: accessPoint.token })
  assert.deepEqual(await ready(), { is_ready: true, problem: null })
  assert.deepEqual(accessPoint.files(), [])
  await handToPeppol(house, club, { access: 'http', url: accessPoint.url, token: 'another' })
  assert.deepEqual(await ready(), { is_ready: false, problem: 'it does not take the token' })
  accessPoint.close()
  assert.equal((await ready()).problem, 'nothing answers at its address')
})

test('only a sandbox pretends, and a participant id is checked', async () => {
  const live = await house.organisation({ mode: 'live' })
  const refused = await set(live, { peppol_id: CLUB, access: 'simulated' })
  assert.deepEqual([refused.status, refused.body.error.param], [400, 'access'])
  const club = await house.organisation()
  const answer = await set(club, { peppol_id: '0192: 991 825 827', access: 'simulated' })
  assert.deepEqual([answer.body.peppol_id, answer.body.has_token], [CLUB, false])
  for (const peppol_id of ['0192:991825828', '9999:1', 'office@club.example', '991825827']) {
    const { status, body } = await set(club, { peppol_id, access: 'simulated' })
    assert.deepEqual([status, body.error.param], [400, 'peppol_id'], peppol_id)
  }
})
