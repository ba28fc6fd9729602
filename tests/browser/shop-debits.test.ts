import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { membershipsOf } from '../builders/membership-sale.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const inDays = (days: number) => ({ starts_at: new Date(server.clock().getTime() + days * DAY_MS) })
const { priceId } = await addOffer(server, club, { capacity: 100, event: { title: 'Derby', ...inDays(60) } })
const soon = await addOffer(server, club, { capacity: 100, event: { title: 'Tomorrow', ...inDays(1) } })
const { addType, addOption } = membershipsOf(server, club)
await addType({ title: 'Adult' })
await addOption({ title: 'In three', collection: 'automatic' })

const statesOf = (orderId: string) => sql<{ kind: string; debt_status: string }[]>`
  select kind, debt_status
  from debts
  where org_id = ${club.orgId}
    and order_id = ${orderId}
  order by debt_id`

test(
  'a fan reads the mandate, pays by direct debit, and is told when the money leaves the account',
  browserTest,
  async () => {
    const { page, story, context, complaints } = await checkoutOf(server, priceId)(2)
    await story.fillIn()
    await thereAre(0, page.getByRole('region', { name: 'Direct debit mandate' }))
    await story.fillIn('pm_test_debit_ok')
    const mandate = page.getByRole('region', { name: 'Direct debit mandate' })
    await mandate.getByText('Direct Debit Request').waitFor()
    assert.deepEqual(await axe(page), [])
    await story.pay()
    await story.heading('See you there')
    await page.getByText('It leaves your account within the next few working days').waitFor()
    assert.deepEqual(await axe(page), [])
    const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    assert.deepEqual([...(await statesOf(orderId))], [{ kind: 'direct_debit', debt_status: 'submitted' }])
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('shortly before a match no debit is offered', browserTest, async () => {
  const { page, context } = await checkoutOf(server, soon.priceId)(1)
  await page.getByLabel('Test card').waitFor()
  await thereAre(1, page.locator('option[value=pm_test_ok]'))
  await thereAre(0, page.locator('option[value^=pm_test_debit_]'))
  await context.close()
})

test('at 320 pixels and in German a membership is joined by a plan that is debited', browserTest, async () => {
  const narrow = { ...phone, viewport: { width: 320, height: 640 }, locale: 'de-DE' }
  const { page, context } = await visit(origin, narrow)
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('button', { name: /Adult/ }).click()
  await page.getByLabel('Vorname').fill('Grace')
  await page.getByLabel('Nachname').fill('Okafor')
  await page.getByLabel(/^In three: .*abgebucht auf demselben Weg/).check()
  await page.getByRole('button', { name: /Warenkorb/ }).click()
  await page.getByLabel('E-Mail', { exact: true }).fill('grace@example.org')
  await page.getByLabel('Vorname').fill('Grace')
  await page.getByLabel('Nachname').fill('Okafor')
  await page.locator('select[name=payment_method]').selectOption('pm_test_debit_ok')
  await page.getByRole('region', { name: 'Lastschriftmandat' }).getByText('Lastschriftauftrag').waitFor()
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(tooWide <= 0, `${tooWide} pixels too wide`)
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: /bezahlen|zahlen/i }).click()
  await page.getByText('in den nächsten Werktagen von Ihrem Konto abgebucht').waitFor()
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  assert.deepEqual(
    (await statesOf(orderId)).map(({ debt_status }) => debt_status),
    ['submitted', 'due', 'due'],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
  await context.close()
})
