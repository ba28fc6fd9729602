import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { REDIRECT_METHOD } from '../../../tests/builders/redirects.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'

const { house, club, shop } = await openSettlingHouse()

const set = (method: string, switched_on: boolean) =>
  shop.call('PUT', `/v1/manage/payment_account/methods/${method}`, { switched_on })
const offered = async (): Promise<string[]> =>
  (await shop.call('GET', '/v1/storefront')).body.payments.methods.map(
    ({ payment_method }: { payment_method: string }) => payment_method,
  )
type Method = { payment_method: string; switched_on: boolean; in_account: boolean }

test('what is switched off is not offered and not taken, and the audit log says who did it', async () => {
  assert.deepEqual(await offered(), ['card', 'link', 'au_becs_debit', 'klarna', 'paypal'])
  const { body, status } = await set('paypal', false)
  assert.equal(status, 200)
  const paypal = body.payment_methods.find((each: Method) => each.payment_method === 'paypal')
  assert.deepEqual([paypal.switched_on, paypal.in_account, paypal.days_on_the_way], [false, true, 3])
  assert.deepEqual(await offered(), ['card', 'link', 'au_becs_debit', 'klarna'])
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  const back = { payment_method: REDIRECT_METHOD, return_url: 'http://localhost/back' }
  const refused = await shop.checkOut(basket, back)
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'payment_method_not_offered'])
  const read = (await shop.read(basket)).body
  assert.deepEqual([read.status, read.order], ['open', null], 'there is no order')
  const log = await shop.call('GET', '/v1/manage/audit_log?object_type=organisation')
  assert.deepEqual(
    [log.body.data[0].action, log.body.data[0].after],
    ['payment_methods.changed', { payment_methods_off: ['paypal'] }],
  )
  await set('paypal', true)
  assert.equal((await shop.checkOut(basket, back)).body.next_action.type, 'redirect')
})

test('switched twice the same way nothing changes, and nothing is written down', async () => {
  const entries = async () => (await shop.call('GET', '/v1/manage/audit_log')).body.data.length
  await set('klarna', false)
  const before = await entries()
  await set('klarna', false)
  assert.equal(await entries(), before)
  await set('klarna', true)
})

test('something is left to pay with', async () => {
  const { payment_methods: methods } = (await shop.call('GET', '/v1/manage/payment_account/methods')).body
  const has = methods.filter((each: Method) => each.in_account).map((each: Method) => each.payment_method)
  const [last, ...others] = has
  for (const method of others) assert.equal((await set(method, false)).status, 200, method)
  const refused = await set(last, false)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  for (const method of others) await set(method, true)
})

test('there is no such way to pay', async () => {
  assert.equal((await set('cheque', true)).status, 404)
})
