import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { shopOf } from '../builders/baskets.ts'
import { addInvoice, addTransferOwed, debtSecret } from '../builders/debts.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const { priceId } = await addOffer(server, club, { capacity: 500 })

/** The link of a debt as its mail has it. */
const linkTo = (debtId: number, options?: { expiresAt: Date }) =>
  `${origin}/shop/orders/owed#${debtSecret(server, club, debtId, options)['x-debt-secret']}`

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const debtOf = async (debtId: number) =>
  (await server.call('GET', `/v1/manage/debts/${debtId}`, { key: club.key })).body
const look = async (page: Page): Promise<unknown[]> => axe(page)

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(`what is owed is paid by its link, on a ${device}, also after a card was declined`, browserTest, async () => {
    const { debtId } = await addInvoice(server, club, { priceId, quantity: 2 })
    const { page, complaints, context } = await visit(origin, options)
    await page.goto(linkTo(debtId))
    await heading(page, '$54.40 to pay')
    assert.equal(new URL(page.url()).hash, '', 'the secret does not stay in the address')
    const findings = await look(page)
    await page.getByLabel('Test card').selectOption('pm_test_declined')
    await page.getByRole('button', { name: 'Pay $54.40' }).click()
    await page.getByText('Nothing was charged. Try another card.').waitFor()
    findings.push(...(await look(page)))
    await page.getByLabel('Test card').selectOption('pm_test_requires_action')
    await page.getByRole('button', { name: 'Pay $54.40' }).click()
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await heading(page, 'Paid. Thank you')
    findings.push(...(await look(page)))
    assert.equal((await debtOf(debtId)).status, 'paid')
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  })

  test(
    `a fan says where their money goes, on a ${device}, and a mistake is told at the field`,
    browserTest,
    async () => {
      const { debtId } = await addTransferOwed(server, club, { priceId })
      const { page, complaints, context } = await visit(origin, options)
      await page.goto(linkTo(debtId))
      await heading(page, 'Where shall we send $27.20?')
      const findings = await look(page)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Please fill this in.').first().waitFor()
      await page.getByLabel('Account holder').fill('Ada Okafor')
      await page.getByLabel('IBAN or account number').fill('DE88 3704 0044 0532 0130 00')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('There is a mistake in this number.').waitFor()
      findings.push(...(await look(page)))
      await page.getByLabel('IBAN or account number').fill('DE89 3704 0044 0532 0130 00')
      await page.keyboard.press('Enter')
      await heading(page, 'Thank you, we have your account')
      await page.getByText('to the account that ends in 3000').waitFor()
      findings.push(...(await look(page)))
      assert.equal((await debtOf(debtId)).account_given, true)
      assert.deepEqual([findings, complaints], [[], []])
      await context.close()
    },
  )
}

test(
  'what a plan is charged to is changed by the link of an instalment, card or account, and nothing is paid',
  browserTest,
  async () => {
    const { addType, addOption } = membershipsOf(server, club)
    const membership_payment_option_id = await addOption({ collection: 'automatic' })
    const shop = shopOf(server, club)
    const item = { membership_type_id: await addType(), membership_payment_option_id, member: grace }
    const { body: order } = await shop.checkOut((await shop.open({ items: [item] })).body.id)
    const owed = await server.call('GET', `/v1/manage/debts?order_id=${order.order_id}`, { key: club.key })
    const [, { debt_id: debtId }] = owed.body.data
    const { page, complaints, context } = await visit(origin, phone)
    await page.goto(linkTo(debtId))
    await page.getByText('Charged to the card that ends in 4242.').waitFor()
    await page.getByRole('checkbox', { name: 'Also charge the coming instalments to this card' }).waitFor()
    await page.getByRole('button', { name: 'Change the card or account' }).click()
    const part = page.getByRole('region', { name: 'Change the card or account' })
    await part.getByLabel('Test card').selectOption('pm_test_requires_action')
    const findings = await look(page)
    await part.getByRole('button', { name: 'Use this from now on' }).click()
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByText('Thank you, your instalments are charged to the new card.').waitFor()
    findings.push(...(await look(page)))
    await page.reload()
    await page.getByRole('button', { name: 'Change the card or account' }).click()
    await part.getByLabel('Test card').selectOption('pm_test_debit_ok')
    const mandate = part.getByRole('region', { name: 'Direct debit mandate' })
    await mandate.getByText('Direct Debit Request').waitFor()
    await mandate.getByText('By saving you agree to this mandate.').waitFor()
    findings.push(...(await look(page)))
    await part.getByRole('button', { name: 'Use this from now on' }).click()
    await page.getByText('Thank you, your instalments are debited from the new account.').waitFor()
    await page.reload()
    await page.getByText('Debited from the account that ends in 3000.').waitFor()
    findings.push(...(await look(page)))
    assert.equal((await debtOf(debtId)).status, 'due')
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test(
  'whoever reloads while the bank waits goes on from there, and a second tab does not pay twice',
  browserTest,
  async () => {
    const { debtId } = await addInvoice(server, club, { priceId })
    const { page, context } = await visit(origin, phone)
    await page.goto(linkTo(debtId))
    await page.getByLabel('Test card').selectOption('pm_test_requires_action')
    await page.getByRole('button', { name: 'Pay $27.20' }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await heading(page, 'Waiting for your bank')
    await page.reload()
    await page.getByText('Your bank asks you to confirm the payment.').waitFor()
    const second = await context.newPage()
    await second.goto(linkTo(debtId))
    await heading(second, 'Waiting for your bank')
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click()
    await heading(page, 'Paid. Thank you')
    await second.reload()
    await heading(second, 'Paid. Thank you')
    assert.deepEqual([(await debtOf(debtId)).attempts, (await debtOf(debtId)).settled], [1, 27.2])
    await context.close()
  },
)

test('a link that is bent, too old or left out says so, in plain words', browserTest, async () => {
  const { debtId } = await addInvoice(server, club, { priceId })
  const { page, context } = await visit(origin, phone)
  await page.goto(`${origin}/shop/orders/owed`)
  await heading(page, 'This link does not work')
  await page.goto(linkTo(debtId).slice(0, -3))
  await page.reload()
  await heading(page, 'This link does not work')
  assert.deepEqual(await look(page), [])
  await context.close()
  const later = await visit(origin, phone)
  await later.page.goto(linkTo(debtId, { expiresAt: new Date(Date.now() - 60_000) }))
  await heading(later.page, 'This link has expired')
  assert.deepEqual(await look(later.page), [])
  await later.context.close()
})
