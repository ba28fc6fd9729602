import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsByRole } from '../../server/access/roles.ts'
import { type Scope, scopesOfKind } from '../../server/access/scopes.ts'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { totpAt, totpStepAt } from '../../server/people/staff/totp.ts'
import { HOUR_MS, MINUTE_MS } from '../../server/platform/values/durations.ts'
import { shopOf } from '../builders/baskets.ts'
import { addDiscount } from '../builders/discounts.ts'
import { sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff, addTotp, asOwnPage, cookiesOf } from '../builders/staff.ts'
import { addEndpoint } from '../builders/webhooks.ts'
import { openHouse, type Tenant } from '../harness/house.ts'

/** What a person tries who works for a club, or has a small key of it: they cannot give, take away, send out or guess more than is theirs. */

const house = await openHouse()
const { call, clock, sql } = house
const PASSWORD = 'nine green elephants'
const passwordHash = await hashPassword(PASSWORD)
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => body.error?.code ?? status
const keyWith = ({ orgId }: Tenant, scopes: Scope[]) => house.key(orgId, { scopes })

test('a caller cannot give a role that reads more than they do', async () => {
  const club = await house.organisation()
  const readerHas = [...rightsByRole.reader.write] as Scope[]
  const key = await keyWith(club, [...new Set<Scope>(['team:manage', ...readerHas])])
  const invite = (role: string) =>
    call('POST', '/v1/manage/team', { key, body: { email_address: `${role}@club.test`, role } })
  // A reader changes nothing, and sees takings.
  assert.equal(codeOf(await invite('reader')), 'scope_missing')
  const { staffId } = await addStaff(house, club, { role: 'reader' })
  assert.equal(codeOf(await call('DELETE', `/v1/manage/team/${staffId}`, { key })), 'scope_missing')
  const all = await keyWith(club, [...scopesOfKind.sk])
  const asOwner = { key: all, body: { email_address: 'reader@club.test', role: 'reader' } }
  assert.equal((await call('POST', '/v1/manage/team', asOwner)).status, 201)
})

test('a caller cannot revoke a key, nor delete or silence an endpoint, that has more than they', async () => {
  const club = await house.organisation()
  const keys = await call('GET', '/v1/manage/api_keys', { key: club.key })
  const [strong] = keys.body.data
  const small = await keyWith(club, ['keys:manage', 'webhooks:write', 'events:read'])
  assert.equal(
    codeOf(await call('POST', `/v1/manage/api_keys/${strong.key_id}/revoke`, { key: small })),
    'scope_missing',
  )
  const endpointId = await addEndpoint(house, club)
  const path = `/v1/webhook_endpoints/${endpointId}`
  assert.equal(codeOf(await call('DELETE', path, { key: small })), 'scope_missing')
  for (const body of [{ status: 'disabled' }, { types: ['event.created'] }, { url: 'https://hooks.example.org/' }]) {
    assert.equal(codeOf(await call('PATCH', path, { key: small, body })), 'scope_missing', JSON.stringify(body))
  }
  assert.equal((await call('PATCH', path, { key: small, body: { description: 'Shop' } })).status, 200)
  // One that may read the messages and not the codes in them.
  const withoutCodes = scopesOfKind.sk.filter((scope) => scope !== 'codes:read')
  const masked = await keyWith(club, withoutCodes)
  assert.equal(codeOf(await call('POST', `${path}/roll_secret`, { key: masked, body: {} })), 'scope_missing')
  assert.equal((await call('DELETE', path, { key: club.key })).status, 200)
})

test('what lets data out asks for a fresh proof', async () => {
  const club = await house.organisation()
  const { headers } = await addStaff(house, club, { role: 'owner' })
  const endpointId = await addEndpoint(house, club)
  clock.advance(11 * MINUTE_MS)
  const asks: [method: string, path: string, body: object][] = [
    ['PATCH', '/v1/manage/organisation', { ticket_page_url: 'https://tickets.example.org' }],
    ['POST', '/v1/webhook_endpoints', { url: 'https://hooks.example.org/' }],
    ['PATCH', `/v1/webhook_endpoints/${endpointId}`, { url: 'https://hooks.example.org/' }],
    ['POST', `/v1/webhook_endpoints/${endpointId}/replay`, { since: 0 }],
    ['PATCH', '/v1/manage/mails/order_confirmed', { intro: 'Your tickets are at tickets.example.org/now' }],
    ['PATCH', '/v1/manage/mails/order_confirmed', { intro: 'See https://x.test' }],
  ]
  for (const [method, path, body] of asks) {
    assert.equal(codeOf(await call(method, path, { headers, body })), 'proof_required', `${method} ${path}`)
  }
  const plain = { headers, body: { intro: 'Welcome. We look forward to seeing you!' } }
  assert.equal((await call('PATCH', '/v1/manage/mails/order_confirmed', plain)).status, 200)
})

test('the pages that mails lead to are https, or the service’s own', async () => {
  const club = await house.organisation()
  const set = (ticket_page_url: string) =>
    call('PATCH', '/v1/manage/organisation', { key: club.key, body: { ticket_page_url } })
  assert.equal(codeOf(await set('http://tickets.example.org')), 'parameter_invalid')
  assert.equal((await set('http://grandstand.test')).status, 200)
  assert.equal((await set('https://tickets.example.org')).status, 200)
})

test('many small refunds ask for a proof as one large one does', async () => {
  const club = await house.organisation()
  await sql`
    update organisations
    set refund_proof_minor = 2000
    where org_id = ${club.orgId}`
  const { headers } = await addStaff(house, club, { role: 'finance' })
  const orders = [await sellOrder(house, club), await sellOrder(house, club), await sellOrder(house, club)]
  clock.advance(11 * MINUTE_MS)
  const refund = (orderId: number) =>
    call('POST', `/v1/manage/orders/${orderId}/refunds`, { headers, body: { amount: 9 } })
  const answers = []
  for (const { orderId } of orders) answers.push(codeOf(await refund(orderId)))
  assert.deepEqual(answers, [201, 201, 'proof_required'])
  clock.advance(HOUR_MS)
  assert.equal((await refund(orders[2]?.orderId ?? 0)).status, 201)
})

test('with an authenticator app a password alone is no proof', async () => {
  const club = await house.organisation()
  const person = await addStaff(house, club, { role: 'owner', passwordHash })
  const secret = await addTotp(house, person)
  clock.advance(11 * MINUTE_MS)
  const prove = (body: object) => call('POST', '/v1/staff/prove', { headers: person.headers, body })
  assert.equal(codeOf(await prove({ password: PASSWORD })), 'code_required')
  const makeKey = { headers: person.headers, body: { type: 'sk', name: 'x', scopes: ['events:read'] } }
  assert.equal(codeOf(await call('POST', '/v1/manage/api_keys', makeKey)), 'proof_required')
  const code = totpAt(secret, totpStepAt(clock()))
  assert.equal((await prove({ password: PASSWORD, code })).status, 200)
  assert.equal((await call('POST', '/v1/manage/api_keys', makeKey)).status, 201)
})

test('wrong codes of the app count for the account, from however many browsers', async () => {
  const club = await house.organisation()
  const person = await addStaff(house, club, { passwordHash })
  await addTotp(house, person)
  const body = { email_address: person.email, password: PASSWORD, code: '000000' }
  const answers: unknown[] = []
  for (let browser = 0; browser < 8; browser += 1) {
    // Each comes as a browser that has signed the person in before, and from an address of its own.
    const device = await deviceOf(person.email)
    const headers = { ...asOwnPage, cookie: `gs_device=${device}` }
    answers.push(codeOf(await call('POST', '/v1/staff/sign_in', { headers, body, remoteAddress: `10.9.0.${browser}` })))
    clock.advance(1000)
  }
  assert.ok(answers.includes('sign_in_delayed'), answers.join())
})

/** As a browser of theirs has it. */
const deviceOf = async (email: string) =>
  (await import('../../server/people/staff/attempts.ts')).newDevice(house.seal, email)

test('a reset link makes no trusted browser where there is a second factor, and the account hears of it', async () => {
  const club = await house.organisation()
  const reset = async (hasApp: boolean) => {
    const person = await addStaff(house, club, { passwordHash })
    if (hasApp) await addTotp(house, person)
    const token = 'a'.repeat(40)
    const { hashToken } = await import('../../server/access/staff/session-store.ts')
    await sql`
      update staff_accounts
      set reset_hash = ${hashToken(`${token}${person.accountId}`)}, reset_expires_at = ${new Date(clock().getTime() + HOUR_MS)}
      where account_id = ${person.accountId}`
    const body = { token: `${token}${person.accountId}`, password: 'twelve quiet lanterns' }
    const answer = await call('POST', '/v1/staff/password/reset', { headers: asOwnPage, body })
    assert.equal(answer.status, 200)
    return cookiesOf(answer.headers['set-cookie'] ?? '')
  }
  assert.match(await reset(false), /gs_device=/)
  assert.doesNotMatch(await reset(true), /gs_device=/)
  const [mails] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from mails
    where org_id = ${club.orgId}`
  assert.equal(mails?.count, 2)
})

test('wrong discount codes are bounded for a basket and an address, and others do not have to wait', async () => {
  const club = await house.organisation()
  const { priceId } = await addOffer(house, club)
  await addDiscount(house, club, { code: 'FRIENDS' })
  const key = await house.key(club.orgId, { kind: 'pk' })
  const shop = shopOf(house, { key })
  const open = async () => (await shop.open({ items: [{ price_id: priceId, quantity: 1 }] })).body.id as string
  const [basket, other] = [await open(), await open()]
  const tryCode = async (id: string, discount_code: string, remoteAddress = '127.0.0.1') =>
    codeOf(await call('PATCH', `/v1/baskets/${id}`, { key, body: { discount_code }, remoteAddress }))
  for (let guess = 0; guess < 10; guess += 1) assert.equal(await tryCode(basket, `GUESS${guess}`), 'resource_missing')
  assert.equal(await tryCode(basket, 'FRIENDS'), 'rate_limit_codes')
  assert.equal(await tryCode(other, 'FRIENDS'), 200)
  for (let guess = 0; guess < 90; guess += 1) {
    const opened = await call('POST', '/v1/baskets', { key, body: { discount_code: `G${guess}` } })
    assert.equal(codeOf(opened), 'resource_missing')
  }
  assert.equal(
    codeOf(await call('POST', '/v1/baskets', { key, body: { discount_code: 'FRIENDS' } })),
    'rate_limit_codes',
  )
  const elsewhere = { key, body: { discount_code: 'FRIENDS' }, remoteAddress: '10.1.2.3' }
  assert.equal((await call('POST', '/v1/baskets', elsewhere)).status, 201)
})

test('invitations to one address are bounded', async () => {
  const club = await house.organisation()
  const invite = async () =>
    codeOf(
      await call('POST', '/v1/manage/team', {
        key: club.key,
        body: { email_address: 'new@club.test', role: 'reader' },
      }),
    )
  for (let n = 0; n < 5; n += 1) assert.equal(await invite(), 201)
  assert.equal(await invite(), 'rate_limit_mails')
})

test('a stranger writes nothing into the log by way of a wallet, and a moment beyond time is a 400', async () => {
  const club = await house.organisation()
  const base = `/v1/wallet/apple/${club.orgId}/v1`
  assert.equal((await call('POST', `${base}/log`, { body: { logs: ['anything'] } })).status, 200)
  assert.equal((await call('POST', '/v1/wallet/apple/999999/v1/log', { body: { logs: ['anything'] } })).status, 404)
  const registrations = `${base}/devices/phone/registrations/pass.test`
  const answer = await call('GET', `${registrations}?passesUpdatedSince=99999999999999999`)
  assert.equal(codeOf(answer), 'parameter_invalid')
})

test('erasing a customer empties the reasons that were typed about them, and the audit log never had them', async () => {
  const club = await house.organisation()
  const { body: customer } = await call('POST', '/v1/manage/customers', { key: club.key, body: { first_name: 'Ada' } })
  const { orderId } = await sellOrder(house, club, { order: { user_id: customer.user_id } })
  const reason = 'Ada Okafor broke her leg'
  const body = { amount: 1, reason }
  assert.equal((await call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body })).status, 201)
  const erase = `/v1/manage/customers/${customer.org_customer_id}/erase`
  assert.equal((await call('POST', erase, { key: club.key })).status, 200)
  const { text: refunds } = await call('GET', `/v1/manage/orders/${orderId}/refunds`, { key: club.key })
  const { text: log } = await call('GET', '/v1/manage/audit_log?limit=100', { key: club.key })
  assert.deepEqual([refunds.includes(reason), log.includes(reason)], [false, false])
})

test('a control character is in no name, title or subject; a note has line breaks', async () => {
  const club = await house.organisation()
  const post = async (path: string, body: object) => codeOf(await call('POST', path, { key: club.key, body }))
  const patch = async (path: string, body: object) => codeOf(await call('PATCH', path, { key: club.key, body }))
  assert.equal(await post('/v1/manage/customers', { first_name: 'Ada\r\nBcc: all@club.test' }), 'parameter_invalid')
  assert.equal(await post('/v1/manage/venues', { name: 'The \u0007 Stadium' }), 'parameter_invalid')
  assert.equal(await patch('/v1/manage/mails/order_confirmed', { subject: 'One\nTwo' }), 'parameter_invalid')
  assert.equal(await patch('/v1/manage/mails/order_confirmed', { intro: 'One\n\nTwo' }), 200)
  const { orderId } = await sellOrder(house, club)
  assert.equal(await post(`/v1/manage/orders/${orderId}/notes`, { note: 'One\nTwo' }), 201)
  assert.equal(await post(`/v1/manage/orders/${orderId}/notes`, { note: 'One\u001b[2J' }), 'parameter_invalid')
})

test('all that is left by amount takes the tickets back, unless they are to be kept', async () => {
  const club = await house.organisation()
  const statusAfter = async (more: object) => {
    const { orderId, totalMinor } = await sellOrder(house, club)
    const body = { amount: totalMinor / 100, ...more }
    const { status } = await call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body })
    const { body: order } = await call('GET', `/v1/orders/${orderId}`, { key: club.key })
    return [status, order.order_status, order.tickets[0].ticket_status_id]
  }
  assert.deepEqual(await statusAfter({}), [201, 'refunded', 3])
  assert.deepEqual(await statusAfter({ keep_tickets: true }), [201, 'confirmed', 1])
})
