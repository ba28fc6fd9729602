import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTest, desktop, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { staffAt, manage } = openDesk(server)

for (const [device, options] of Object.entries({ phone, desktop }))
  test(
    `what follows an unpaid instalment is tried on the members and saved, by the keyboard alone (${device})`,
    browserTest,
    async () => {
      const { page, look, close } = await staffAt('settings/payments', /./, { role: 'owner' }, options)
      const sheet = page.locator('form').filter({ has: page.getByLabel(/^Retry after/) })
      const fill = async (label: RegExp, text: string) => {
        const field = sheet.getByLabel(label)
        await field.focus()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.press('Backspace')
        await page.keyboard.type(text)
      }
      await fill(/^Retry after/, 'on Mondays')
      await page.keyboard.press('Enter')
      await sheet.getByText('Please enter days as numbers, such as 3, 7, 14.').waitFor()
      await look()
      await fill(/^Retry after/, '2, 5')
      await fill(/^Note to stewards after/, '7')
      await fill(/^Refuse at the gate after/, '28')
      const before = (await manage('GET', 'collection_ladder')).body
      await sheet.getByRole('button', { name: 'Preview with your members' }).focus()
      await page.keyboard.press('Enter')
      await sheet.getByText(/^Today: \d+ with a note to stewards, \d+ refused/).waitFor()
      await sheet.getByText(/^In 30 days without payments: \d+ with a note to stewards, \d+ refused/).waitFor()
      assert.deepEqual((await manage('GET', 'collection_ladder')).body, before, 'a preview changes nothing')
      await look()
      await sheet.getByLabel(/^Refuse at the gate after/).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Saved', { exact: true }).waitFor()
      const { retry_days, soft_overdue_days, hard_overdue_days } = (await manage('GET', 'collection_ladder')).body
      assert.deepEqual([retry_days, soft_overdue_days, hard_overdue_days], [[2, 5], 7, 28])
      await close()
    },
  )
