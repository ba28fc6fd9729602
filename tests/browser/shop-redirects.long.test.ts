import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addOffer } from '../builders/prices.ts'
import { REDIRECT_METHOD } from '../builders/redirects.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf, keptBasket } from './shop-story.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const { priceId } = await addOffer(server, club, { capacity: 1000, event: { title: 'Derby' } })
const atCheckout = checkoutOf(server, priceId)

/** A buyer who has chosen to pay by PayPal and is at the test bank. */
async function atBank() {
  const buyer = await atCheckout(2)
  await buyer.story.fillIn(REDIRECT_METHOD)
  await buyer.story.pay()
  await buyer.page.getByText('This is no bank').waitFor()
  return buyer
}

const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const ordersOf = async (basketId: string) => [
  ...(await sql<{ order_status: string; succeeded: number }[]>`
    select order_status, (
      select count(*)::integer
      from payments p
      where p.org_id = ${club.orgId}
        and p.order_id = o.order_id
        and p.payment_status = 'succeeded'
    ) as succeeded
    from orders o
    where org_id = ${club.orgId}
      and basket_id = ${basketId.slice('bsk_'.length)}::uuid`),
]

async function lastReturnUrl(): Promise<string> {
  const [payment] = await sql<{ return_url: string }[]>`
    select return_url
    from payments
    where org_id = ${club.orgId}
    order by payment_id desc
    limit 1`
  return payment?.return_url ?? ''
}

test('paid at the bank, the buyer comes back to their tickets, and again by the back button', browserTest, async () => {
  const { page, story, context, basketId, complaints } = await atBank()
  assert.deepEqual(await axe(page), [])
  await choose(page, 'Pay')
  await story.heading('See you there')
  assert.equal(await keptBasket(page), null)
  // Back to the bank, and from there to the shop for a second time: the order is in this browser.
  await page.goBack()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await story.heading('See you there')
  assert.deepEqual(await ordersOf(basketId), [{ order_status: 'confirmed', succeeded: 1 }])
  assert.deepEqual(complaints, [])
  await context.close()
})

for (const [choice, title] of [
  ['Be declined', 'The payment did not go through'],
  ['Cancel', 'You cancelled the payment'],
] as const)
  test(
    `whose choice is “${choice}” is back at the basket, which is held, and pays another way`,
    browserTest,
    async () => {
      const { page, story, context, basketId, complaints } = await atBank()
      await choose(page, choice)
      await page.getByText(title).waitFor()
      await page.getByText('Nothing was charged, and your tickets are still held.').waitFor()
      assert.equal(new URL(page.url()).search, '', 'the token does not stay in the address')
      assert.deepEqual(await axe(page), [])
      assert.equal(await page.getByLabel('First name').inputValue(), 'Ada')
      await page.getByLabel('Test card').selectOption('pm_test_ok')
      await story.pay()
      await story.heading('See you there')
      assert.deepEqual(await ordersOf(basketId), [{ order_status: 'confirmed', succeeded: 1 }])
      assert.deepEqual(complaints, [])
      await context.close()
    },
  )

test('money that takes days: the page says so and until when, and another purchase is free', browserTest, async () => {
  const { page, story, context, basketId } = await atBank()
  const bank = page.url()
  await choose(page, 'Pay; the money takes days')
  await story.heading('Your money is on its way')
  await page.getByText(/You need do nothing: we send them by mail/).waitFor()
  assert.deepEqual(await axe(page), [])
  assert.equal(await keptBasket(page), null)
  assert.deepEqual(await ordersOf(basketId), [{ order_status: 'pending', succeeded: 0 }])
  const other = await context.newPage()
  await other.goto(bank)
  await choose(other, 'The money arrives')
  await other.getByText('It is paid.').waitFor()
  await story.heading('See you there')
  assert.deepEqual(await ordersOf(basketId), [{ order_status: 'confirmed', succeeded: 1 }])
  await context.close()
})

test('on another device the page says that it is paid, and shows no ticket', browserTest, async () => {
  const { page, context } = await atBank()
  const form = await page.evaluate(() => location.pathname)
  const answer = await server.call('POST', form, { form: { choice: 'pay' } })
  const elsewhere = await visit(origin, { ...phone, locale: 'de-DE' })
  await elsewhere.page.goto(String(answer.headers.location))
  await elsewhere.page.getByRole('heading', { name: 'Bezahlt. Vielen Dank' }).waitFor()
  await thereAre(0, elsewhere.page.getByText('Ada'))
  assert.deepEqual(await axe(elsewhere.page), [])
  await elsewhere.context.close()
  await context.close()
})

test('declined on another device, the buyer is told where to go on', browserTest, async () => {
  const { page, story, context } = await atBank()
  const answer = await server.call('POST', new URL(page.url()).pathname, { form: { choice: 'decline' } })
  const elsewhere = await visit(origin, phone)
  await elsewhere.page.goto(String(answer.headers.location))
  await elsewhere.page.getByText(/Go on in the browser in which you chose your tickets/).waitFor()
  await elsewhere.context.close()
  await page.goto(`${origin}/shop/basket`)
  await story.heading('Checkout')
  await context.close()
})

test('who goes back from the bank without a choice finds it again from the basket', browserTest, async () => {
  const { page, story, context, basketId } = await atBank()
  await page.goto(`${origin}/shop/basket`)
  await story.heading('Waiting for your bank')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This is no bank').waitFor()
  await choose(page, 'Pay')
  await story.heading('See you there')
  assert.deepEqual(await ordersOf(basketId), [{ order_status: 'confirmed', succeeded: 1 }])
  await context.close()
})

test(
  'who wants to pay another way calls the payment off, from the basket and from the way back',
  browserTest,
  async () => {
    const { page, story, context, basketId } = await atBank()
    const bank = page.url()
    await page.goto(`${origin}/shop/basket`)
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await page.getByText('The payment was called off').waitFor()
    await page.getByLabel('Test card').selectOption(REDIRECT_METHOD)
    await story.pay()
    await page.getByText('What does the buyer').waitFor()
    assert.notEqual(page.url(), bank)
    await page.goto(await lastReturnUrl())
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await page.getByText('The payment was called off').waitFor()
    assert.deepEqual(await axe(page), [])
    await page.goto(bank)
    await page.getByText('It was cancelled.').waitFor()
    await page.goto(`${origin}/shop/basket`)
    await page.getByLabel('Test card').selectOption('pm_test_ok')
    await story.pay()
    await story.heading('See you there')
    assert.deepEqual(await ordersOf(basketId), [{ order_status: 'confirmed', succeeded: 1 }])
    await context.close()
  },
)

test('what the bank has taken cannot be called off, and the page says so', browserTest, async () => {
  const { page, story, context } = await atBank()
  const bank = new URL(page.url()).pathname
  await page.goto(`${origin}/shop/basket`)
  await story.heading('Waiting for your bank')
  await server.call('POST', bank, { form: { choice: 'later' } })
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.getByText('This payment cannot be called off').waitFor()
  assert.deepEqual(await axe(page), [])
  await context.close()
})

test('who pays and never comes back finds the tickets in the basket’s place', browserTest, async () => {
  const { page, story, context } = await atBank()
  await page.goto(await lastReturnUrl())
  await story.heading('The payment is not finished')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('link', { name: 'Back to my bank' }).click()
  await choose(page, 'Pay, and never come back')
  await page.getByText('It is paid.').waitFor()
  await page.goto(`${origin}/shop/basket`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await story.heading('See you there')
  await context.close()
})

test('an address that no payment comes back by says so', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  await page.goto(`${origin}/shop/basket?payment_return=ret_nothing`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await thereAre(0, page.getByText('Paid'))
  await context.close()
})
