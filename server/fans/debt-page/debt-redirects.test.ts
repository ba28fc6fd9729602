import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice, debtSecret } from '../../../tests/builders/debts.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { REDIRECT_METHOD } from '../../../tests/builders/redirects.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { giveUpPayments } from '../../checkout/answers/give-up-payments.ts'
import { QUIET_MS, reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { watchPayments } from '../../checkout/answers/watch-payments.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { clock } = house
const publishable = await house.key(club.orgId, { kind: 'pk' })
const { priceId } = await addOffer(house, club, { capacity: 500 })
const { shop_url: shopUrl } = (await shop.call('GET', '/v1/storefront')).body
const RETURN_URL = `${shopUrl}orders/owed`

/** A fan who pays an invoice by its link, and is at the test bank. */
async function leave() {
  const { debtId, orderId } = await addInvoice(house, club, { priceId })
  const headers = debtSecret(house, club, debtId)
  const pay = (body: object = {}) =>
    house.call('POST', '/v1/storefront/debt/payment', { key: publishable, headers, body })
  const left = await pay({ payment_method: REDIRECT_METHOD, return_url: RETURN_URL })
  assert.deepEqual([left.status, left.body.state, left.body.next_action?.type], [200, 'paying', 'redirect'], left.text)
  const bank = new URL(left.body.next_action.redirect_url)
  const choose = (choice: string) => house.call('POST', bank.pathname, { form: { choice } })
  const read = async () => (await house.call('GET', '/v1/storefront/debt', { key: publishable, headers })).body
  return { debtId, orderId, pay, choose, read, bank }
}

const tokenIn = (address: string | undefined) => new URL(address ?? '').searchParams.get('payment_return') ?? ''
const comeBack = (token: string, key = publishable) =>
  house.call('POST', '/v1/storefront/payment_return', { key, body: { payment_return: token } })
const audited = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

test('a debt is paid at the bank, and the way back says so, twice, and to no other organisation', async () => {
  const { debtId, orderId, choose, read, bank } = await leave()
  assert.equal((await read()).next_action.redirect_url, bank.href)
  const { location } = (await choose('pay')).headers
  assert.ok(location?.startsWith(`${RETURN_URL}?payment_return=ret_`), location)
  const back = await comeBack(tokenIn(location))
  assert.deepEqual(back.body, {
    status: 'paid',
    order_id: orderId,
    debt_id: debtId,
    total: 27.2,
    currency: 'AUD',
    decline_code: null,
    redirect_url: null,
    held_until: null,
  })
  assert.deepEqual((await comeBack(tokenIn(location))).body, back.body)
  assert.deepEqual([(await read()).state, (await read()).open], ['paid', 0])
  assert.equal((await comeBack(tokenIn(location), (await house.organisation()).key)).status, 404)
  await audited()
})

for (const [choice, code] of [
  ['decline', 'generic_decline'],
  ['cancel', 'cancelled'],
] as const)
  test(`a fan whose choice is to ${choice} pays the same debt by another attempt`, async () => {
    const { choose, pay } = await leave()
    const token = tokenIn((await choose(choice)).headers.location)
    const back = (await comeBack(token)).body
    assert.deepEqual([back.status, back.decline_code], ['declined', code])
    assert.equal((await pay({ payment_method: 'pm_test_ok' })).body.state, 'paid')
    // The attempt that came to nothing has not become the other one.
    assert.equal((await comeBack(token)).body.status, 'declined')
    await audited()
  })

test('a fan who closes the page has paid all the same, by the worker; money that takes days is paid once it is there', async () => {
  const [closed, slow] = [await leave(), await leave()]
  await closed.choose('pay_and_stay')
  const token = tokenIn((await slow.choose('later')).headers.location)
  assert.deepEqual([(await comeBack(token)).body.status, (await slow.read()).state], ['pending', 'paying'])
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.deepEqual([(await closed.read()).state, (await slow.read()).state], ['paid', 'paying'])
  await slow.choose('arrive')
  assert.equal((await comeBack(token)).body.status, 'paid')
  await audited()
})

test('a fan who has not finished goes on at the bank, until the minutes of the method are over', async () => {
  const { choose, read, bank, pay } = await leave()
  assert.equal((await pay()).body.next_action.redirect_url, bank.href)
  clock.advance(46 * MINUTE_MS)
  await reconcileOrders(deps)
  assert.equal((await read()).state, 'to_pay')
  await choose('pay')
  assert.equal((await read()).state, 'to_pay', 'the bank was told: it does not pay any more')
  await audited()
})

test('money of an attempt that was given up goes back where another one has paid meanwhile', async () => {
  const { choose, read, pay } = await leave()
  clock.advance(HOUR_MS)
  await giveUpPayments(deps)
  assert.equal((await read()).state, 'to_pay')
  const token = tokenIn((await choose('pay')).headers.location)
  assert.equal((await comeBack(token)).body.status, 'declined')
  assert.equal((await pay({ payment_method: 'pm_test_ok' })).body.state, 'paid')
  clock.advance(HOUR_MS)
  await watchPayments(deps)
  assert.equal((await comeBack(token)).body.status, 'refunded')
  assert.equal((await read()).state, 'paid')
  await audited()
})

test('a fan comes back to a page of the organisation and nowhere else, and not without one', async () => {
  const { debtId } = await addInvoice(house, club, { priceId })
  const headers = debtSecret(house, club, debtId)
  const pay = (body: object) => house.call('POST', '/v1/storefront/debt/payment', { key: publishable, headers, body })
  const strange = await pay({ payment_method: REDIRECT_METHOD, return_url: 'https://evil.example/owed' })
  assert.deepEqual([strange.status, strange.body.error.param], [400, 'return_url'])
  assert.equal((await pay({ payment_method: REDIRECT_METHOD })).body.error.code, 'payment_method_invalid')
  const ideal = await pay({ payment_method: 'pm_test_redirect_ideal', return_url: RETURN_URL })
  assert.equal(ideal.body.error.code, 'payment_method_not_offered')
})
