import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { pictureScreen } from './scan-pictures.ts'
import { answered, blockCamera, newDevice, setUp, typeCodes } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const ground = await openGround(server, club)
const gate = 'North gate'
await server.call('PATCH', `/v1/manage/gates/${ground.gates[0]}`, { key: club.key, body: { name: gate } })

test('with letters of twice the size on the smallest phone, the head and Next are on the screen, and unknown codes push no one off the last ten', {
  ...browserTest,
  timeout: 60_000,
}, async () => {
  const { code } = await newDevice(server, club, 'North 1')
  const { page, context, complaints } = await visit(origin, { ...phone, viewport: { width: 360, height: 640 } })
  await blockCamera(context)
  await context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  await setUp(page, origin, code, gate)
  const bottomOf = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    assert.ok(box)
    return box.y + box.height
  }
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  const state = page.getByRole('button', { name: /^(Online|Offline|Slow)/ })
  const head = await state.boundingBox()
  assert.ok(head && head.y >= 0 && head.y + head.height <= 640, JSON.stringify(head))
  assert.equal(await isWide(), false)

  const { barcode } = await ground.ticket(1, { ticket_name: 'Ada Okafor' })
  await typeCodes(page, [barcode])
  await answered(page, 'admitted')
  await page.locator('[data-result]').waitFor({ state: 'hidden' })
  for (let n = 0; n < 12; n += 1) {
    await typeCodes(page, [`someone else’s ${n}`])
    await answered(page, 'unknown')
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await typeCodes(page, [barcode])
  await answered(page, 'already_used')
  assert.ok((await bottomOf('Next')) <= 640, `Next ends at ${await bottomOf('Next')}`)
  assert.equal(await isWide(), false)
  const findings = await axe(page)
  await pictureScreen(page, 'large-text')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Last ten' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
