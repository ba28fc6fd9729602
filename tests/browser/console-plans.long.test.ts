import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continueRuns } from '../../server/collection/runs/continue-runs.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { addInstalments } from '../builders/instalments.ts'
import { joinByDebit } from '../builders/mandates.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import { browserTest, phone, thereAre } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club } = server
const { staffAt, manage } = openDesk(server)
const { addType, addOption } = membershipsOf(server, club)
const systemClock = () => new Date()

/** What the worker does every two seconds, until nothing is due. */
const work = async () => {
  const payments = createPayments({ stripe: undefined })
  const deps = { sql: server.sql, clock: organisationClock(systemClock), systemClock, payments }
  while ((await continueRuns(deps)) > 0);
}

test(
  'staff pause, resume and stop the charging of a plan, move its days, and are told before what follows',
  browserTest,
  async () => {
    const membership_payment_option_id = await addOption({ collection: 'automatic' })
    const items = [{ membership_type_id: await addType({ price: 90 }), membership_payment_option_id, member: grace }]
    const opened = await server.call('POST', '/v1/baskets', { key: club.key, body: { items } })
    const customer = { email: 'grace@example.org', first_name: 'Grace', last_name: 'Okafor' }
    const body = { payment_method: 'pm_test_ok', customer }
    const { body: paid } = await server.call('POST', `/v1/baskets/${opened.body.id}/checkout`, { key: club.key, body })
    const memberId = paid.memberships[0].membership_member_id
    const name = new RegExp(grace.last_name)
    const { page, look, go, press, close } = await staffAt(`members/${memberId}`, name, { role: 'manager' }, phone)
    const plans = page.getByRole('table', { name: 'Automatic charging' })
    await plans.getByText(/^\$30\.00 on /).waitFor()
    await press('Pause …')
    const dialog = page.getByRole('dialog', { name: 'Pause automatic charging?' })
    await dialog.getByText(/^\$30\.00 on .* will not be charged\. Nothing is charged until you resume/).waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Pause …' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Pause' }).press('Enter')
    await plans.getByText('paused').waitFor()
    await look()
    await go(`orders/${paid.order_id}`, /Okafor/)
    await press('Resume …')
    await page
      .getByRole('dialog')
      .getByText(/^Nothing is charged today\./)
      .waitFor()
    await press('Resume')
    await plans.getByText('charged automatically').waitFor()
    await press('Stop …')
    await look()
    await press('Stop')
    await plans.getByText('stopped').waitFor()
    const { body: listed } = await manage('GET', `instalments?membership_order_id=${paid.order_id}&status=due`)
    assert.deepEqual(
      listed.data.map(({ collection, next_charge_at }: { collection: string; next_charge_at: number | null }) => [
        collection,
        next_charge_at,
      ]),
      [
        ['stopped', null],
        ['stopped', null],
      ],
    )
    const [{ instalment_id: id }] = listed.data
    await go(`open-items/${id}`, /Instalment 2/)
    await press('Change day …')
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    await page.getByRole('dialog', { name: 'Move the instalment' }).getByLabel('New day').fill(day)
    await look()
    await page.keyboard.press('Enter')
    await page.getByText('Day changed', { exact: true }).waitFor()
    const { body: moved } = await manage('GET', `instalments/${id}`)
    assert.ok(Math.abs(moved.due_at * 1000 - Date.parse(day)) < 2 * 86_400_000)
    await press('Charge again')
    await page.getByText('The plan is stopped.').waitFor()
    await look()
    await close()
  },
)

test(
  'what needs the fan stands on Today, on a page with sums, and is reminded of or written off at once',
  browserTest,
  async () => {
    const { ids } = await addInstalments(server, club)
    await server.sql`
    update debts
    set last_outcome = 'failed', first_failed_at = due_at, due_at = due_at - interval '2 days'
    where org_id = ${club.orgId}
      and debt_id = ${ids[0] ?? 0}`
    const { page, look, close } = await staffAt('', 'Today', { role: 'finance' }, phone)
    await page.getByRole('link', { name: /instalment could not be charged/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Instalments' }).waitFor()
    await page.getByText('1 instalment', { exact: true }).first().waitFor()
    const table = page.getByRole('table', { name: 'Instalments' })
    await table.getByRole('row', { name: /\$10\.00/ }).waitFor()
    await thereAre(2, table.getByRole('row'))
    await look()
    await table.getByRole('checkbox').last().press('Space')
    await page.getByRole('button', { name: 'Send reminder …' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Send reminder: 1 instalment' })
    await dialog.getByText(/and a link to pay/).waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Select all that match' }).press('Enter')
    await page.getByRole('button', { name: 'Write off …' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Reason').fill('They moved away.')
    await page.getByRole('button', { name: 'Preview' }).press('Enter')
    await page.getByText('Nothing has happened yet.').waitFor()
    await work()
    await page.getByText('Write-off: $10.00.').waitFor()
    await look()
    await page.getByRole('button', { name: 'Write off 1 instalment' }).press('Enter')
    await page.getByText('0 of 1 done.').waitFor()
    await work()
    await page.getByText(/^Finished \d/).waitFor()
    await look()
    await page.getByRole('row', { name: new RegExp(`#${ids[0]}`) }).waitFor()
    const { body } = await manage('GET', `debts/${ids[0]}`)
    assert.deepEqual([body.status, body.open], ['waived', 0])
    await close()
  },
)

test('staff give a mandate up, and are told before what is owed and how the fan is asked', browserTest, async () => {
  const mandateId = await joinByDebit(server, club)
  const { body: mandate } = await manage('GET', `mandates/${mandateId}`)
  const [{ membership_member_id: memberId, membership_order_id: orderId }] = mandate.plans
  const name = new RegExp(grace.last_name)
  const { page, look, go, press, close } = await staffAt(`members/${memberId}`, name, { role: 'manager' }, phone)
  const mandates = page.getByRole('table', { name: 'Direct debit mandates' })
  await mandates.getByText('BECS direct debit · Test Bank · ending in 3000').waitFor()
  await press('Cancel mandate …')
  const dialog = page.getByRole('dialog', { name: 'Cancel this mandate?' })
  await dialog.getByText(/being collected: that debit is completed\. \$66\.\d\d stays open\. From /).waitFor()
  await look()
  await press('Cancel mandate')
  await mandates.getByText('cancelled', { exact: true }).waitFor()
  await go(`orders/${orderId}`, name)
  await mandates.getByText('cancelled', { exact: true }).waitFor()
  await look()
  await close()
})
