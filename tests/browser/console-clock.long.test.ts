import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advanceClocks } from '../../server/fans/clock/move-clocks.ts'
import { type ClockOffsets, organisationClock } from '../../server/platform/values/clock.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const systemClock = () => new Date()
const offsets: ClockOffsets = new Map()
const deps = { sql, clock: organisationClock(systemClock, offsets), systemClock, offsets, jobs: [] }

for (const [name, options] of Object.entries({ desktop, phone })) {
  test(`a sandbox’s clock is moved in the settings (${name})`, browserTest, async () => {
    await addOffer(server, club, { event: { starts_at: new Date(Date.now() + 300 * 86_400_000) } })
    const staff = await addStaff(server, club)
    const { page, context, complaints } = await visit(origin, options)
    await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
    await page.goto(`${origin}/console/settings`)
    await page.getByRole('heading', { name: 'Sandbox clock' }).waitFor()
    await page.getByText('Next event starts').waitFor()
    const before = offsets.get(club.orgId) ?? 0
    await page.getByLabel('Move forward by').selectOption({ label: '30 days' })
    await page.getByRole('button', { name: 'Move forward' }).click()
    await page.getByText(/^On the way to/).waitFor()
    await advanceClocks(deps)
    const days = Math.round(before / 86_400_000) + 30
    await page.locator('dd', { hasText: `${days} days` }).waitFor()
    await page.getByText(/^On the way to/).waitFor({ state: 'detached' })
    assert.deepEqual(await axe(page), [])
    assert.deepEqual(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
    assert.deepEqual(complaints, [])
    await context.close()
  })
}
