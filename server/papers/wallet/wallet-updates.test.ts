import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { makePassCertificates, opensslMissing, unzip } from '../../../tests/outside/pass-certificates.ts'
import { startWalletServices } from '../../../tests/outside/wallet-services.ts'
import { createRotationKeyStore } from '../../tickets/tickets/rotation-keys.ts'
import { walletTeller } from './tell-wallets.ts'

const skip = { skip: opensslMissing }
const house = await openHouse({ publicUrl: 'https://grandstand.test' })
const { sql, clock, seal } = house
const publicUrl = 'https://tickets.example.org'
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: publishable })
const { eventId, priceId } = await addOffer(house, club, { capacity: 100 })
const apple = opensslMissing ? undefined : makePassCertificates()
const TYPE = 'pass.org.example.tickets'

const { pushes, answers, updated, says, services, close } = await startWalletServices()
after(close)
const rotation = createRotationKeyStore({ seal, systemClock: clock })
const tell = walletTeller({ sql, clock, systemClock: clock, seal, publicUrl, rotation, services })

const moveEvent = (seconds: number) =>
  house.call('PATCH', `/v1/manage/events/${eventId}`, { key: club.key, body: { event_start_unix: seconds } })

async function buy() {
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 1))
  const ticketId: number = order.tickets[0].ticket_id
  const headers = { authorization: `Bearer ${publishable}`, 'x-order-secret': order.order_secret }
  const get = (file: string) => house.app.inject({ url: `/v1/storefront/order/tickets/${ticketId}/${file}`, headers })
  return { ticketId, get }
}

type PassJson = { webServiceURL: string; authenticationToken: string; relevantDate: string; voided: boolean }
const passIn = (zip: Buffer): PassJson => JSON.parse(unzip(zip).get('pass.json')?.toString() ?? '{}')

/** A phone that has added the ticket's pass. */
async function phone(device: string, pushToken: string) {
  const { ticketId, get } = await buy()
  const pass = passIn((await get('apple.pkpass')).rawPayload)
  const base = `${new URL(pass.webServiceURL).pathname}/v1`
  const authorization = `ApplePass ${pass.authenticationToken}`
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, headers: object = {}) =>
    house.app.inject({
      method,
      url: `${base}${path}`,
      headers: { authorization, ...headers },
      ...(payload ? { payload } : {}),
    })
  const registration = `/devices/${device}/registrations/${TYPE}/${ticketId}`
  return {
    ...{ ticketId, base, call, registration },
    register: () => call('POST', registration, { pushToken }),
    changed: (since = '') => call('GET', `/devices/${device}/registrations/${TYPE}${since}`),
    fetch: (headers = {}) => call('GET', `/passes/${TYPE}/${ticketId}`, undefined, headers),
  }
}

test('the organisation sets up Apple Wallet', skip, async () => {
  // The event was made by the database's clock, which goes on.
  clock.advance(60_000)
  const { status } = await house.call('PUT', '/v1/manage/wallets/apple', { key: club.key, body: apple })
  assert.equal(status, 200)
})

test('a phone registers, is told of a moved kick-off, asks what changed and fetches it', skip, async () => {
  const { ticketId, register, changed, fetch } = await phone('phone-1', 'aa11')
  assert.equal((await register()).statusCode, 201)
  assert.equal((await register()).statusCode, 200)
  await tell()
  assert.deepEqual(pushes.splice(0), [])
  clock.advance(60_000)
  assert.equal((await moveEvent(1_900_000_000)).status, 200)
  await tell()
  assert.deepEqual(pushes.splice(0), [{ token: 'aa11', topic: TYPE, body: '{}', byCertificate: true }])
  await tell()
  assert.deepEqual(pushes.splice(0), [], 'no phone is told twice')
  const { serialNumbers, lastUpdated } = (await changed()).json()
  assert.deepEqual(serialNumbers, [String(ticketId)])
  const fetched = await fetch()
  assert.equal(fetched.headers['content-type'], 'application/vnd.apple.pkpass')
  assert.equal(new Date(passIn(fetched.rawPayload).relevantDate).getTime(), 1_900_000_000_000)
  const again = await fetch({ 'if-modified-since': fetched.headers['last-modified'] })
  assert.equal(again.statusCode, 304)
  assert.equal((await changed(`?passesUpdatedSince=${lastUpdated}`)).statusCode, 204)
})

test('a ticket that was re-issued leaves a void pass behind', skip, async () => {
  const { ticketId, register, fetch } = await phone('phone-2', 'bb22')
  await register()
  clock.advance(60_000)
  await house.call('POST', `/v1/manage/tickets/${ticketId}/reissue`, { key: club.key })
  await tell()
  assert.deepEqual(
    pushes.splice(0).map(({ token }) => token),
    ['bb22'],
  )
  const pass = passIn((await fetch()).rawPayload) as PassJson & { barcodes?: unknown }
  assert.deepEqual([pass.voided, pass.barcodes], [true, undefined])
})

test('a phone that is gone is forgotten, and one whose answer never came is told again', skip, async () => {
  const { register } = await phone('phone-3', 'cc33')
  await register()
  clock.advance(60_000)
  await moveEvent(1_900_000_100)
  answers.push(503, 503, 503)
  await tell()
  assert.ok(pushes.splice(0).length > 0)
  await tell()
  assert.deepEqual(pushes.splice(0), [], 'not at once')
  clock.advance(300_000)
  await tell()
  assert.ok(pushes.splice(0).some(({ token }) => token === 'cc33'))
  clock.advance(60_000)
  await moveEvent(1_900_000_150)
  says.reason = 'DeviceTokenNotForTopic'
  answers.push(400, 400, 400)
  await tell()
  pushes.splice(0)
  clock.advance(300_000)
  await tell()
  assert.ok(
    pushes.splice(0).some(({ token }) => token === 'cc33'),
    'our own mistake is no fault of the phone',
  )
  clock.advance(60_000)
  await moveEvent(1_900_000_200)
  answers.push(410, 410, 410)
  await tell()
  pushes.splice(0)
  clock.advance(300_000)
  await moveEvent(1_900_000_300)
  await tell()
  assert.deepEqual(pushes.splice(0), [])
})

test('only the pass’s own token registers, fetches and signs off', skip, async () => {
  const one = await phone('phone-4', 'dd44')
  const other = await phone('phone-5', 'ee55')
  await one.register()
  const foreign = `/devices/phone-5/registrations/${TYPE}/${one.ticketId}`
  assert.equal((await other.call('POST', foreign, { pushToken: 'ff' })).statusCode, 401)
  assert.equal((await other.call('GET', `/passes/${TYPE}/${one.ticketId}`)).statusCode, 401)
  assert.equal((await other.call('DELETE', one.registration)).statusCode, 401)
  assert.equal((await one.fetch({ authorization: '' })).statusCode, 401)
  assert.equal((await one.call('GET', `/passes/pass.org.other/${one.ticketId}`)).statusCode, 404)
  assert.equal((await one.call('POST', one.registration, { pushToken: 'no hex' })).statusCode, 400)
  const stranger = await house.organisation()
  const elsewhere = one.base.replace(`/${club.orgId}/`, `/${stranger.orgId}/`)
  const { statusCode } = await house.app.inject({ url: `${elsewhere}/passes/${TYPE}/${one.ticketId}` })
  assert.equal(statusCode, 401)
  assert.equal((await one.call('DELETE', one.registration)).statusCode, 200)
  assert.equal((await one.changed()).statusCode, 204)
  assert.equal((await one.call('POST', '/log', { logs: ['a complaint'] })).statusCode, 200)
})

test('Google’s objects are updated whole by the service account, and made where the fan has not saved them yet', async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const body = { issuer_id: '3388000000012345678', service_account: 'tickets@club.example.com', private_key: key }
  await house.call('PUT', '/v1/manage/wallets/google', { key: club.key, body })
  const { ticketId, get } = await buy()
  assert.equal((await get('google_wallet')).statusCode, 200)
  await tell()
  assert.deepEqual(updated.splice(0), [])
  clock.advance(60_000)
  await moveEvent(1_900_001_000)
  assert.equal((await get('google_wallet')).statusCode, 200, 'a second look at the link changes no pass')
  await tell()
  const [ticketClass, object] = updated.splice(0)
  assert.deepEqual([ticketClass?.method, object?.method], ['PUT', 'PUT'], 'what is no longer said is gone')
  assert.match(ticketClass?.path ?? '', /^\/eventTicketClass\/3388000000012345678\.event-/)
  const times = ticketClass?.body.dateTime as { start: string } | undefined
  assert.equal(Date.parse(times?.start ?? ''), 1_900_001_000_000)
  assert.match(object?.path ?? '', new RegExp(`^/eventTicketObject/3388000000012345678\\.ticket-\\d+-${ticketId}$`))
  assert.equal(object?.authorization, 'Bearer ya29.test')
  clock.advance(60_000)
  await moveEvent(1_900_002_000)
  says.googleStatus = 404
  await tell()
  says.googleStatus = 200
  // A fan who follows the link later finds the object that is there, and not the one of the link.
  const creation = updated.splice(0).filter(({ method }) => method === 'POST')
  assert.deepEqual(
    creation.map(({ path, body: item }) => [path, String(item.id).includes('.ticket-')]),
    [
      ['/eventTicketClass', false],
      ['/eventTicketObject', true],
    ],
  )
  await tell()
  assert.deepEqual(updated.splice(0), [])
  const other = await buy()
  await other.get('google_wallet')
  clock.advance(60_000)
  await moveEvent(1_900_003_000)
  await tell()
  const kinds = updated.splice(0).map(({ path }) => path.split('/')[1])
  assert.deepEqual(
    kinds.sort(),
    ['eventTicketClass', 'eventTicketObject', 'eventTicketObject'],
    'the event once for all',
  )
})

test('a phone that registers with a pass from before a change is told of the change', skip, async () => {
  const { register } = await phone('phone-6', 'ab66')
  clock.advance(60_000)
  await moveEvent(1_900_004_000)
  clock.advance(60_000)
  await register()
  await tell()
  assert.ok(pushes.splice(0).some(({ token }) => token === 'ab66'))
  await tell()
  assert.deepEqual(pushes.splice(0), [])
})

test('an organisation whose keys cannot be read keeps no other waiting', skip, async () => {
  const { ticketId, register } = await phone('phone-7', 'ab77')
  await register()
  for (let broken = 0; broken < 6; broken += 1) {
    const other = await house.organisation()
    await house.call('PUT', '/v1/manage/wallets/apple', { key: other.key, body: apple })
    const offer = await addOffer(house, other)
    const { ticketIds } = await sellOrder(house, other, { offer })
    await sql`
      insert into wallet_passes (org_id, ticket_id, wallet, device_library_id, push_token, told_at, due_at)
      values (${other.orgId}, ${ticketIds[0] ?? 0}, 'apple', 'phone', 'aa', to_timestamp(0), ${clock()})`
    await sql`
      update wallet_settings
      set apple_private_key_encrypted = ${Buffer.alloc(64)}
      where org_id = ${other.orgId}`
  }
  clock.advance(60_000)
  await house.call('PATCH', `/v1/manage/tickets/${ticketId}`, { key: club.key, body: { ticket_name: 'Grace' } })
  await assert.rejects(tell())
  assert.deepEqual(
    pushes.splice(0).map(({ token }) => token),
    ['ab77'],
  )
  await sql`delete from wallet_settings where org_id <> ${club.orgId}`
})

test('one run looks at so many passes at most, and the next goes on behind them', skip, async () => {
  await sql`delete from wallet_passes`
  for (const token of ['a1', 'a2', 'a3', 'a4', 'a5']) await (await phone(`phone-${token}`, token)).register()
  clock.advance(300_000)
  await moveEvent(1_900_005_000)
  const few = walletTeller(
    { sql, clock, systemClock: clock, seal, publicUrl, rotation, services },
    { scannedAtOnce: 1, pagesMax: 2 },
  )
  const runs: string[][] = []
  for (let run = 0; run < 4; run += 1) {
    await few()
    runs.push(pushes.splice(0).map(({ token }) => token))
  }
  assert.deepEqual(runs, [['a1', 'a2'], ['a3', 'a4'], ['a5'], []])
})
