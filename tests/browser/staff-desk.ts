import assert from 'node:assert/strict'
import { join } from 'node:path'
import { addStaff } from '../builders/staff.ts'
import { axe, desktop, visit } from './browser.ts'
import type { ShopServer } from './shop-server.ts'

/** People of the club at the console, each with a browser of their own, and what they need to find there. */
export function openDesk(server: ShopServer) {
  const { origin, club } = server

  async function staffAt(
    path: string,
    heading: string | RegExp,
    role: Parameters<typeof addStaff>[2] = { role: 'manager' },
    options: Parameters<typeof visit>[1] = desktop,
  ) {
    const staff = await addStaff(server, club, role)
    const visited = await visit(origin, options)
    await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
    const { page } = visited
    const findings: string[] = []
    let looks = 0
    /** As axe sees it, light and dark; a page that is wider than its window counts as well. `DESK_PICTURES=<folder>` keeps what was looked at. */
    const look = async () => {
      looks += 1
      const folder = process.env.DESK_PICTURES
      for (const colorScheme of folder === undefined ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme })
        const name = `${path.replaceAll(/\W+/g, '-')}-${looks}-${options === desktop ? 'desktop' : 'phone'}-${colorScheme}.png`
        await page.screenshot({ path: join(folder ?? '', name), fullPage: true })
      }
      findings.push(...(await axe(page)))
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        findings.push(`${page.url()} is too wide`)
    }
    const go = async (to: string, name: string | RegExp) => {
      await page.goto(`${origin}/console/${to}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const close = async () => {
      assert.deepEqual([findings, visited.complaints], [[], []])
      await visited.context.close()
    }
    await go(path, heading)
    return { ...visited, ...staff, look, go, press, close }
  }

  const manage = (method: string, path: string, body?: object) =>
    server.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })

  /** At the counter, to a fan with an address of their first name. */
  async function sell(priceId: number, payment_method: string, first_name: string, more: object = {}) {
    const customer = { email: `${first_name}@example.org`.toLowerCase(), first_name, last_name: 'Okafor' }
    const body = { items: [{ price_id: priceId }], payment_method, customer, ...more }
    const sale = await manage('POST', 'orders', body)
    assert.equal(sale.status, 201, sale.text)
    return sale.body as { order_id: number; user_id: number; tickets: { ticket_id: number }[] }
  }

  return { staffAt, manage, sell }
}
