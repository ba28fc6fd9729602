import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, desktop, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { h1, staffVisit } from './staff-visit.ts'

const server = await openShopServer()
const { origin, club } = server
const { priceId } = await addOffer(server, club, { capacity: 100 })

async function done(method: string, path: string, body?: object) {
  const answer = await server.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}
/** Owes for an invoice, is owed a refund of cash, and has credit. */
async function addOpen(name: string): Promise<number> {
  const customer = { email: `${name}@example.org`, first_name: name, last_name: 'Okafor' }
  const items = [{ price_id: priceId, quantity: 1 }]
  await done('POST', 'orders', { items, payment_method: 'invoice', customer })
  const { order_id: orderId } = await done('POST', 'orders', { items, payment_method: 'cash', customer })
  await done('POST', `orders/${orderId}/refunds`, { amount: 15, keep_tickets: true })
  const { user_id: userId } = await done('GET', `orders/${orderId}`)
  await done('POST', 'credits', { user_id: userId, amount: 7.5, currency: 'AUD', reason: 'rain' })
  return userId
}

for (const [name, look] of Object.entries({ desktop, phone })) {
  test(
    `on a ${name}, a person is erased once staff have said what becomes of each open amount, and merged in sight of the amounts that move`,
    browserTest,
    async () => {
      const [userId, twinId] = [await addOpen(`ada-${name}`), await addOpen(`eda-${name}`)]
      const { page, context, complaints, enter } = await staffVisit(server, { role: 'owner' }, look)
      await enter()
      await page.goto(`${origin}/console/customers/${twinId}`)
      await h1(page, `eda-${name} Okafor`)
      await page.getByRole('button', { name: 'Merge …' }).click()
      await page.getByLabel(new RegExp(`ada-${name}@example.org`)).check()
      for (const sum of ['owes the club $27.20', 'is owed $15.00 by the club', 'has $7.50 of credit'])
        await page.getByRole('listitem').filter({ hasText: sum }).waitFor()
      const findings = await axe(page)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.goto(`${origin}/console/customers/${userId}`)
      await h1(page, `ada-${name} Okafor`)
      await page.getByRole('button', { name: 'Erase …' }).click()
      await page.getByRole('button', { name: /^Erase permanently.*Choose what happens/ }).waitFor()
      await page.getByLabel('Write off $27.20').check()
      await page.getByLabel('$15.00 has been paid out by transfer').check()
      await page.getByLabel('Reference of the transfer').fill('RE 12')
      findings.push(...(await axe(page)))
      await page.getByRole('button', { name: /^Erase permanently.*Choose what happens/ }).waitFor()
      await page.getByLabel('Withdraw $7.50 of credit').check()
      await page.getByRole('button', { name: 'Erase permanently', exact: true }).click()
      await h1(page, 'Erased customer')
      const debts = await done('GET', `debts?user_id=${userId}`)
      assert.deepEqual(debts.data.map(({ status }: { status: string }) => status).toSorted(), ['paid', 'waived'])
      assert.deepEqual([findings, complaints], [[], []])
      await context.close()
    },
  )
}
