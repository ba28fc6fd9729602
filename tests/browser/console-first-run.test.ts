import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server

async function staffVisit(role: 'owner' | 'gates', options: Parameters<typeof visit>[1] = desktop) {
  const { token } = await addStaff(server, club, { role })
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: token, url: origin }])
  await visited.page.goto(`${origin}/console/`)
  return visited
}

test('Today of a new club is what is left to do, with one step that comes next', browserTest, async () => {
  for (const options of [desktop, phone]) {
    const { page, complaints, context } = await staffVisit('owner', options)
    await page.getByRole('heading', { level: 1, name: /^Welcome\. \d steps to your first match/ }).waitFor()
    const list = page.getByRole('list', { name: 'Steps left' })
    await list.getByRole('link', { name: 'Set up the ground' }).waitFor()
    await list.getByText('Logo, colours, contact').waitFor()
    assert.deepEqual(await axe(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
    await list.getByRole('link', { name: 'Add seats' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add seats' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  }
})

test('who runs the gates has nothing of it to do, and sees the day', browserTest, async () => {
  const { page, context } = await staffVisit('gates')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await thereAre(0, page.getByRole('list', { name: 'Steps left' }))
  await context.close()
})
