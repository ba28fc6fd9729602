import type { Page } from 'playwright-core'
import { addStaff } from '../builders/staff.ts'
import { desktop, visit } from './browser.ts'
import type { openShopServer } from './shop-server.ts'

/** The box office of the console, as a clerk finds it. */
export function openCounter(server: Awaited<ReturnType<typeof openShopServer>>) {
  const { origin, club, sql } = server
  return {
    /** A clerk at a counter of their own, with this event before them. */
    async atCounter(eventId: number) {
      const clerk = await addStaff(server, club, { role: 'box_office' })
      const visited = await visit(origin, { ...desktop, acceptDownloads: true })
      await visited.context.addCookies([{ name: 'gs', value: clerk.token, url: origin }])
      const { page } = visited
      await page.goto(`${origin}/console/box-office?event_id=${eventId}`)
      await page.getByRole('heading', { level: 2, name: 'Tickets' }).waitFor()
      return { ...visited, ...clerk }
    },

    async ordersOf(eventId: number): Promise<number> {
      const rows = await sql<{ order_id: number }[]>`
        select distinct order_id
        from tickets
        where org_id = ${club.orgId}
          and event_id = ${eventId}`
      return rows.length
    },
  }
}

export async function openDrawer(page: Page, counter: string, float: string): Promise<void> {
  // The key works once it is known that there is no drawer yet.
  await page.getByRole('button', { name: 'Open a till' }).waitFor()
  await page.keyboard.press('d')
  await page.getByLabel('Counter').fill(counter)
  await page.getByLabel('Opening cash').fill(float)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `Till: ${counter}` }).waitFor()
  // No key sells while a dialog is open, the one that is just closing too.
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

export const total = (page: Page, text: string) => page.getByLabel('Total').getByText(text, { exact: true }).waitFor()
