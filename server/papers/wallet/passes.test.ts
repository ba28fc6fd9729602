import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { jwtVerify } from 'jose'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addEvent } from '../../../tests/builders/events.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addVenue } from '../../../tests/builders/venues.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import {
  makePassCertificates,
  opensslMissing,
  unzip,
  verifySignature,
} from '../../../tests/outside/pass-certificates.ts'
import { readPicture } from '../../platform/pdf/picture.ts'
import { groupedCode } from '../../platform/values/typed-code.ts'

/** A ring, twice as wide as high. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><circle cx="40" cy="20" r="18" fill="#ffffff"/></svg>'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: publishable })
const venue_id = await addVenue(house, club)
const starts = new Date('2030-03-16T08:30:00Z')
const eventId = await addEvent(house, club, { title: 'City v Rovers', venue_id, event_status_id: 1, starts_at: starts })
const { priceId } = await addOffer(house, club, { eventId, capacity: 100 })
const apple = opensslMissing ? undefined : makePassCertificates()
const google = generateKeyPairSync('rsa', { modulusLength: 2048 })
const googleBody = {
  issuer_id: '3388000000012345678',
  service_account: 'tickets@club.iam.example.com',
  private_key: google.privateKey.export({ type: 'pkcs8', format: 'pem' }),
}
const manage = (method: string, wallet: string, body?: object) =>
  house.call(method, `/v1/manage/wallets${wallet}`, { key: club.key, ...(body ? { body } : {}) })
const wallets = async () => (await house.call('GET', '/v1/storefront', { key: publishable })).body.wallets

async function buy() {
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 1))
  const [ticket] = order.tickets
  const headers = { authorization: `Bearer ${publishable}`, 'x-order-secret': order.order_secret }
  const get = (file: string) =>
    house.app.inject({ url: `/v1/storefront/order/tickets/${ticket.ticket_id}/${file}`, headers })
  return { order, ticket, get }
}

test('without certificates no wallet is offered, and there is no pass', async () => {
  assert.deepEqual(await wallets(), [])
  assert.deepEqual((await manage('GET', '')).body, { apple: null, google: null })
  const { get } = await buy()
  for (const file of ['apple.pkpass', 'google_wallet']) assert.equal((await get(file)).statusCode, 409)
})

test('a certificate says its pass type and team; its key is sealed and never shown', {
  skip: opensslMissing,
}, async () => {
  const { status, body, text } = await manage('PUT', '/apple', apple)
  assert.equal(status, 200, text)
  assert.deepEqual([body.apple.pass_type_id, body.apple.team_id], ['pass.org.example.tickets', 'TEAM123456'])
  assert.ok(!text.includes('PRIVATE KEY'))
  assert.deepEqual(await wallets(), ['apple'])
  const [row] = await house.sql<{ sealed: Buffer }[]>`
    select apple_private_key_encrypted as sealed
    from wallet_settings
    where org_id = ${club.orgId}`
  assert.ok(!row?.sealed.toString('latin1').includes('PRIVATE KEY'))
})

test('what does not belong together is refused', { skip: opensslMissing }, async () => {
  const other = makePassCertificates('com.example.app')
  for (const [body, param] of [
    [{ ...apple, private_key: other.private_key }, 'private_key'],
    [{ ...apple, wwdr_certificate: other.certificate }, 'wwdr_certificate'],
    [{ ...apple, certificate: '-----BEGIN NOTHING' }, 'certificate'],
    [{ ...apple, private_key: '-----BEGIN PRIVATE KEY-----\nAAAA' }, 'private_key'],
    [other, 'certificate'],
  ] as const) {
    const { status, body: answer } = await manage('PUT', '/apple', body)
    assert.deepEqual([status, answer.error?.param], [400, param])
  }
})

test('a pass is a zip whose manifest OpenSSL verifies, with the ticket’s own code', {
  skip: opensslMissing,
}, async () => {
  const { ticket, order, get } = await buy()
  const response = await get('apple.pkpass')
  assert.equal(response.headers['content-type'], 'application/vnd.apple.pkpass')
  const files = unzip(response.rawPayload)
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const manifest = JSON.parse(file('manifest.json').toString())
  const others = [...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name))
  assert.deepEqual(Object.keys(manifest).sort(), others.sort())
  for (const name of others) assert.equal(manifest[name], createHash('sha1').update(file(name)).digest('hex'), name)
  verifySignature(file('signature'), file('manifest.json'), apple?.wwdr_certificate ?? '')
  assert.throws(() => verifySignature(file('signature'), Buffer.from('{}'), apple?.wwdr_certificate ?? ''))
  const pass = JSON.parse(file('pass.json').toString())
  assert.deepEqual(
    [pass.formatVersion, pass.passTypeIdentifier, pass.teamIdentifier, pass.serialNumber, pass.organizationName],
    [1, 'pass.org.example.tickets', 'TEAM123456', String(ticket.ticket_id), 'Harbour City FC'],
  )
  assert.deepEqual(pass.barcodes, [
    {
      format: 'PKBarcodeFormatQR',
      message: ticket.barcode,
      messageEncoding: 'iso-8859-1',
      altText: groupedCode(ticket.short_code),
    },
  ])
  assert.equal(new Date(pass.relevantDate).getTime(), starts.getTime())
  const backs = pass.eventTicket.backFields.map(({ value }: { value: string }) => value)
  assert.ok(backs.includes(String(order.order_id)))
  assert.deepEqual([...file('icon@2x.png').subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47])
})

test('the logo is on the pass, whatever it is a file of, and stands out from its colour', {
  skip: opensslMissing,
}, async () => {
  const logos: Record<string, string> = { '/logo.svg': LOGO, '/green.svg': LOGO.replace('#ffffff', '#0b6b3a') }
  const server = createServer(({ url = '' }, response) => response.end(logos[url])).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { get } = await buy()
  const logoOf = async (logo: string) => {
    const body = { logo_image: `http://127.0.0.1:${port}${logo}`, accent_color: '#0b6b3a' }
    assert.equal((await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body })).status, 200)
    const files = unzip((await get('apple.pkpass')).rawPayload)
    const picture = await readPicture(files.get('logo@2x.png') ?? Buffer.alloc(0))
    return { files, picture }
  }
  const white = await logoOf('/logo.svg')
  assert.deepEqual([white.picture?.width, white.picture?.height], [200, 100])
  const green = await logoOf('/green.svg')
  assert.notDeepEqual(green.files.get('icon@3x.png'), white.files.get('icon@3x.png'))
  assert.ok(
    (green.picture?.opacity?.data.length ?? 0) < (white.picture?.opacity?.data.length ?? 0),
    'on a plate of its own',
  )
  const google = await house.app.inject({ url: `/v1/wallet/google/${club.orgId}/logo.png` })
  assert.deepEqual([google.statusCode, google.headers['content-type']], [200, 'image/png'])
  const square = await readPicture(google.rawPayload)
  assert.deepEqual([square?.width, square?.height], [660, 660])
  server.close()
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { logo_image: null } })
  assert.equal((await house.app.inject({ url: `/v1/wallet/google/${club.orgId}/logo.png` })).statusCode, 404)
})

/** What Google's reference calls required of both. */
const CLASS_REQUIRED = ['id', 'issuerName', 'reviewStatus', 'eventName']
const OBJECT_REQUIRED = ['id', 'classId', 'state']

test('Google’s link is a token of the service account with a class and an object', async () => {
  assert.equal((await manage('PUT', '/google', googleBody)).status, 200)
  assert.ok((await wallets()).includes('google'))
  const { ticket, get } = await buy()
  const { url } = (await get('google_wallet')).json()
  const prefix = 'https://pay.google.com/gp/v/save/'
  assert.ok(url.startsWith(prefix))
  const key = createPublicKey(google.publicKey.export({ type: 'spki', format: 'pem' }))
  const options = { issuer: googleBody.service_account, audience: 'google', algorithms: ['RS256'] }
  const { payload: claims } = await jwtVerify(url.slice(prefix.length), key, { ...options, currentDate: house.clock() })
  assert.equal(claims.typ, 'savetowallet')
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the token holds
  const { eventTicketClasses, eventTicketObjects } = claims.payload as Record<string, any[]>
  const [ticketClass, object] = [eventTicketClasses?.[0], eventTicketObjects?.[0]]
  for (const name of CLASS_REQUIRED) assert.ok(name in ticketClass, name)
  for (const name of OBJECT_REQUIRED) assert.ok(name in object, name)
  assert.equal(object.classId, ticketClass.id)
  for (const { id } of [ticketClass, object]) assert.match(id, /^3388000000012345678\.[\w.-]+$/)
  assert.deepEqual(object.barcode, {
    type: 'QR_CODE',
    value: ticket.barcode,
    alternateText: groupedCode(ticket.short_code),
  })
  assert.match(ticketClass.dateTime.start, /^2030-03-16T\d\d:30:00[+-]\d\d:\d\d$/)
  assert.ok(ticketClass.venue.name.defaultValue.value && ticketClass.venue.address.defaultValue.value)
})

test('where barcodes rotate, Google’s pass makes the digits itself and Apple’s has no code', async () => {
  await house.call('PATCH', `/v1/manage/events/${eventId}`, { key: club.key, body: { rotating_barcodes: true } })
  const { ticket, order, get } = await buy()
  const headers = { 'x-order-secret': order.order_secret }
  const { body } = await house.call('GET', '/v1/storefront/order/codes', { key: publishable, headers })
  const token = (await get('google_wallet')).json().url.split('/').at(-1)
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
  const [{ rotatingBarcode, barcode }] = claims.payload.eventTicketObjects
  assert.equal(barcode, undefined)
  assert.equal(rotatingBarcode.valuePattern, `${ticket.barcode}{totp_value_0}`)
  // A typed code is a copy where codes rotate: it stands nowhere.
  assert.equal(rotatingBarcode.alternateText, `Ticket ${ticket.ticket_id}`)
  assert.ok(!JSON.stringify(claims).includes(groupedCode(ticket.short_code)))
  assert.deepEqual(rotatingBarcode.totpDetails, {
    periodMillis: '15000',
    algorithm: 'TOTP_SHA1',
    parameters: [{ key: Buffer.from(body.codes[0].rotation.key, 'base64url').toString('hex'), valueLength: 8 }],
  })
  if (!opensslMissing) {
    const pass = JSON.parse(
      unzip((await get('apple.pkpass')).rawPayload)
        .get('pass.json')
        ?.toString() ?? '',
    )
    assert.equal(pass.barcodes, undefined)
    assert.equal(pass.sharingProhibited, true)
  }
  await house.call('PATCH', `/v1/manage/events/${eventId}`, { key: club.key, body: { rotating_barcodes: false } })
})

test('a pass is for a fan with the order’s secret, while the ticket is theirs', async () => {
  const { ticket, get } = await buy()
  const other = await buy()
  const foreign = await house.call('GET', `/v1/storefront/order/tickets/${ticket.ticket_id}/google_wallet`, {
    key: publishable,
    headers: { 'x-order-secret': other.order.order_secret },
  })
  assert.equal(foreign.status, 404)
  const holder = { ticket_name: 'Grace Ito', email_address: 'grace@example.com' }
  await house.call('POST', `/v1/manage/tickets/${ticket.ticket_id}/transfer`, { key: club.key, body: holder })
  assert.equal((await get('google_wallet')).statusCode, 409)
})

test('a wallet that is taken away is offered no more', async () => {
  await manage('DELETE', '/google')
  assert.equal((await manage('DELETE', '/apple')).body.apple, null)
  assert.deepEqual(await wallets(), [])
})
