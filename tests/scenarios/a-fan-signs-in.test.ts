import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mailKit } from '../builders/mails.ts'
import { addOrderOf } from '../builders/orders.ts'
import { readMail } from '../builders/received-mails.ts'
import { openHouse } from '../harness/house.ts'
import { AUDIENCE } from '../outside/oidc/issuer.ts'
import { startProvider } from '../outside/oidc/provider.ts'
import { signIn } from '../outside/oidc/sign-in.ts'
import { startSmtp } from '../outside/smtp.ts'

/** The whole way, with nothing played: a real OpenID provider, a real mail server, and a publishable key as in a browser. */
const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const key = await house.key(club.orgId, { kind: 'pk' })
const provider = await startProvider()
const smtp = await startSmtp()
after(() => provider.stop())
const { send: sendMails } = mailKit(house, club, smtp.url)

test('a fan signs in at the club’s provider, links by a mailed code, and sees their orders and tickets', async () => {
  const registered = await house.call('POST', '/v1/manage/sso_providers', {
    key: club.key,
    body: { name: 'Club account', issuer: provider.issuer, audiences: [AUDIENCE] },
  })
  assert.equal(registered.status, 201, registered.text)
  const customer = await house.call('POST', '/v1/manage/customers', {
    key: club.key,
    body: { first_name: 'Ada', email_address: 'Ada.Okafor@example.org' },
  })
  const orderId = await addOrderOf(house, club, Number(customer.body.user_id))

  const token = await signIn(provider.issuer, 'ada')
  const call = (method: string, path: string, body?: object) =>
    house.call(method, path, {
      key,
      headers: { 'x-sso-token': token, origin: 'https://shop.example' },
      ...(body ? { body } : {}),
    })
  const before = await call('GET', '/v1/sso/orders')
  assert.deepEqual([before.status, before.body.error?.code], [403, 'sso_account_not_linked'], before.text)

  const asked = await call('POST', '/v1/sso/link', { email_address: 'ada.okafor@example.org' })
  assert.equal(asked.status, 200, asked.text)
  assert.equal(await sendMails(), 1)
  const [mail] = smtp.received
  assert.deepEqual(mail?.to, ['Ada.Okafor@example.org'])
  assert.ok(mail)
  const [, code = ''] = /^ {4}([0-9]{6})$/m.exec((await readMail(mail)).text) ?? []
  const linked = await call('POST', '/v1/sso/link/confirm', { code })
  assert.deepEqual([linked.status, linked.body], [200, { status: 'linked' }])

  const orders = await call('GET', '/v1/sso/orders')
  assert.deepEqual(
    orders.body.data.map(({ order_id }: { order_id: string }) => order_id),
    [String(orderId)],
  )
  assert.equal(orders.headers['access-control-allow-origin'], '*')
  const tickets = await call('GET', `/v1/sso/orders/${orderId}/tickets`)
  assert.deepEqual([tickets.body.object, tickets.body.data.length], ['sso_tickets', 2])
  assert.equal(provider.keysAsked(), 1)

  assert.equal((await call('DELETE', '/v1/sso/link')).status, 200)
  assert.equal((await call('GET', '/v1/sso/orders')).status, 403)
})

test('another fan who signs in there is another customer', async () => {
  const token = await signIn(provider.issuer, 'ben')
  const { status } = await house.call('GET', '/v1/sso/orders', { key, headers: { 'x-sso-token': token } })
  assert.equal(status, 403)
})

test('a browser is told beforehand that it may send the token', async () => {
  const { status, headers } = await house.call('OPTIONS', '/v1/sso/orders', {
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-sso-token',
    },
  })
  assert.equal(status, 204)
  assert.match(headers['access-control-allow-headers'] ?? '', /x-sso-token/)
})
