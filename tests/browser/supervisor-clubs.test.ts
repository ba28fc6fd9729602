import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { addStaff } from '../builders/staff.ts'
import { browserTest, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
await openGround(server, club)

test(
  'a supervisor of two clubs sees the one that was chosen, also when the other’s events come late',
  browserTest,
  async () => {
    const staff = await addStaff(server, club, { role: 'gates' })
    const away = await server.organisation({ name: 'Away FC', mode: 'test' })
    const { gates } = await openGround(server, away)
    await server.call('PATCH', `/v1/manage/gates/${gates[0]}`, { key: away.key, body: { name: 'Away end' } })
    await addStaff(server, away, { role: 'gates', email: staff.email })
    const { page, context, complaints } = await visit(origin, { viewport: { width: 820, height: 1180 } })
    await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
    const chosen = Promise.withResolvers<void>()
    await page.route(/\/v1\/events\?/, async (route) => {
      if (route.request().headers()['grandstand-organisation'] === String(club.orgId)) await chosen.promise
      await route.continue()
    })
    await page.goto(`${origin}/scan/#supervisor`)
    await page.getByLabel('Organisation').selectOption({ label: 'Away FC' })
    const close = page.getByRole('button', { name: 'Close Away end' })
    await close.waitFor()
    // Tonight's and those that are over are asked for at once: both answers are in, and drawn.
    const late = ['upcoming=true', 'upcoming=false'].map(async (part) =>
      (await page.waitForResponse((answer) => answer.url().includes(part))).finished(),
    )
    chosen.resolve()
    await Promise.all(late)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await close.waitFor({ timeout: 5_000 })
    assert.deepEqual(complaints, [])
    await context.close()
  },
)
