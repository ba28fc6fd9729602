import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addInvoice, debtSecret } from '../builders/debts.ts'
import { addOffer } from '../builders/prices.ts'
import { REDIRECT_METHOD } from '../builders/redirects.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const { priceId } = await addOffer(server, club, { capacity: 500 })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const debtOf = async (debtId: number) =>
  (await server.call('GET', `/v1/manage/debts/${debtId}`, { key: club.key })).body

/** A fan who pays an invoice by the link of its mail, and is at the test bank. */
async function atBank() {
  const { debtId } = await addInvoice(server, club, { priceId })
  const { page, complaints, context } = await visit(origin, phone)
  await page.goto(`${origin}/shop/orders/owed#${debtSecret(server, club, debtId)['x-debt-secret']}`)
  await page.getByLabel('Test card').selectOption(REDIRECT_METHOD)
  await choose(page, 'Pay $27.20')
  await page.getByText('This is no bank').waitFor()
  return { debtId, page, complaints, context }
}

test(
  'by its link a debt is paid at the bank, after it was cancelled there once, and again by the back button',
  browserTest,
  async () => {
    const { debtId, page, complaints, context } = await atBank()
    await choose(page, 'Cancel')
    await heading(page, '$27.20 to pay')
    await page.getByText('You cancelled the payment').waitFor()
    await page.getByText('Nothing was charged. You can pay another way.').waitFor()
    assert.equal(new URL(page.url()).search, '', 'the token does not stay in the address')
    const findings = await axe(page)
    await page.getByLabel('Test card').selectOption(REDIRECT_METHOD)
    await choose(page, 'Pay $27.20')
    await choose(page, 'Pay')
    await heading(page, 'Paid. Thank you')
    await page.goBack()
    await page.getByRole('link', { name: /^Back to/ }).click()
    await heading(page, 'Paid. Thank you')
    findings.push(...(await axe(page)))
    const { status, attempts, settled } = await debtOf(debtId)
    assert.deepEqual([status, attempts, settled], ['paid', 2, 27.2])
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test(
  'a fan who has not finished finds the bank again, or pays another way; money that takes days is waited for',
  browserTest,
  async () => {
    const { debtId, page, context } = await atBank()
    let bank = page.url()
    await page.goto(`${origin}/shop/orders/owed`)
    await heading(page, 'Waiting for your bank')
    assert.deepEqual(await axe(page), [])
    await choose(page, 'Back to my bank')
    await page.getByText('This is no bank').waitFor()
    await page.goto(`${origin}/shop/orders/owed`)
    await choose(page, 'Pay another way')
    await page.getByLabel('Test card').selectOption(REDIRECT_METHOD)
    await choose(page, 'Pay $27.20')
    await page.getByText('What does the buyer').waitFor()
    bank = page.url()
    await choose(page, 'Pay; the money takes days')
    await page.getByText('We look again every few seconds.').waitFor()
    assert.equal((await debtOf(debtId)).status, 'submitted')
    const other = await context.newPage()
    await other.goto(bank)
    await choose(other, 'The money arrives')
    await other.getByText('It is paid.').waitFor()
    await heading(page, 'Paid. Thank you')
    await context.close()
  },
)

test('on another device the way back says how it ended, and shows nothing of the debt', browserTest, async () => {
  for (const [choice, title, text] of [
    ['pay', 'Paid. Thank you', 'We have received $27.20.'],
    ['decline', 'The payment did not go through', 'Open the link of your mail to pay another way.'],
    ['later', 'Your money is on its way', 'You need not do anything.'],
  ] as const) {
    const { page, context } = await atBank()
    const answer = await server.call('POST', new URL(page.url()).pathname, { form: { choice } })
    await context.close()
    const elsewhere = await visit(origin, phone)
    await elsewhere.page.goto(String(answer.headers.location))
    await heading(elsewhere.page, title)
    await elsewhere.page.getByText(text).waitFor()
    await thereAre(0, elsewhere.page.getByRole('button', { name: /^Pay/ }))
    assert.deepEqual(await axe(elsewhere.page), [])
    await elsewhere.context.close()
  }
})
