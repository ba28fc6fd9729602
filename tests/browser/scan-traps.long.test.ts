import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { answered, blockCamera, keptForOffline, newDevice, setUp, typeCodes, useReaderOnly } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const ground = await openGround(server, club)
const [gate, otherGate] = ['North gate', 'South gate']
for (const [index, name] of [gate, otherGate].entries())
  await server.call('PATCH', `/v1/manage/gates/${ground.gates[index]}`, { key: club.key, body: { name } })

async function phoneAtGate(name: string) {
  const { code } = await newDevice(server, club, name)
  const { page, context } = await visit(origin, phone)
  await blockCamera(context)
  await setUp(page, origin, code, gate)
  return { page, context }
}

test(
  'without a network a phone changes its gate by the list that it has, and always finds back',
  browserTest,
  async () => {
    const { page, context } = await phoneAtGate('North 1')
    await keptForOffline(page)
    const leave = async () => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: 'Change event or gate' }).click()
    }
    await leave()
    await page.getByRole('button', { name: 'Back to my gate' }).click()
    await page.getByText(/on this phone/).waitFor()
    await context.setOffline(true)
    await leave()
    await page.getByText('These are the lists that this phone has.').waitFor()
    const findings = await axe(page)
    await page.getByRole('button', { name: otherGate }).click()
    await page.getByRole('heading', { name: otherGate }).waitFor()
    const { barcode } = await ground.ticket(1)
    await typeCodes(page, [barcode])
    await page.locator('[data-result]').waitFor()
    assert.deepEqual(findings, [])
    await context.close()
  },
)

test('the browser’s way back never leaves the scanner', browserTest, async () => {
  const { page, context } = await phoneAtGate('North 2')
  await page.getByRole('button', { name: 'Last ten' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  for (let steps = 0; steps < 5; steps += 1) await page.evaluate(() => history.back())
  await page.getByText(/on this phone/).waitFor()
  assert.equal(new URL(page.url()).pathname, '/scan/')
  const hashes = await page.evaluate(() => location.hash)
  assert.equal(hashes, '')
  await context.close()
})

test('a sheet that is opened again in the moment of its closing stays open', browserTest, async () => {
  const { page, context } = await phoneAtGate('North 4')
  await page.getByRole('button', { name: 'More' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close' }).waitFor()
  await page.evaluate(async () => {
    const named = (name: string) =>
      [...document.querySelectorAll('button')].find((button) => button.textContent?.trim() === name)
    const sheet = document.querySelector<HTMLDialogElement>('dialog[open]')
    if (!sheet) throw new Error('no sheet is open')
    const closing = new Promise<void>((resolve) => sheet.addEventListener('close', () => resolve()))
    new MutationObserver((_changes, observer) => {
      observer.disconnect()
      named('More')?.click()
    }).observe(sheet, { attributeFilter: ['open'] })
    named('Close')?.click()
    await closing
    // Two frames: what the closing empties is empty by then. The page opens it once it has drawn, which may take longer.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  })
  await page.locator('dialog[open] h2').waitFor()
  await context.close()
})

test(
  'a turnstile asks before it begins, and ends without a network by the long code of the day alone',
  browserTest,
  async () => {
    const { page, context } = await phoneAtGate('Turnstile 1')
    await keptForOffline(page)
    await page.getByRole('button', { name: 'More' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Turnstile/ }).click()
    await dialog.getByText('Only a supervisor’s code ends it.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Last ten' }).waitFor()
    await useReaderOnly(page)
    await context.setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Leave turnstile mode' }).click()
    const leave = async (code: string) => {
      await dialog.getByLabel('Supervisor’s code').fill(code)
      await dialog.getByRole('button', { name: 'Leave turnstile mode' }).click()
    }
    const path = `/v1/manage/events/${ground.eventId}/supervisor_code`
    const { body } = await server.call('GET', path, { key: club.key })
    await leave(body.code)
    await dialog.getByText('Without a network only the long code').waitFor()
    await leave('0000-0000-0000')
    await dialog.getByText('That is not the long code of today.').waitFor()
    await leave(body.leave_code.toLowerCase().replaceAll('-', ' '))
    await dialog.getByRole('heading', { name: 'Settings' }).waitFor()
    await context.close()
  },
)

test('letting in a coach party asks first; a family does not', browserTest, async () => {
  const offer = await ground.offer(1)
  const party = []
  for (let index = 0; index < 12; index += 1) party.push(await ground.ticket(1, { ticket_name: `Fan ${index}` }, offer))
  const { page, context } = await phoneAtGate('North 3')
  await typeCodes(page, [party[0]?.barcode ?? ''])
  await answered(page, 'admitted')
  await page.getByRole('button', { name: 'Let in the other 11' }).click()
  await page.getByText('That is 11 people at once. Are they all here?').waitFor()
  const findings = await axe(page)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await page.getByText('1 of 12').waitFor()
  await page.getByRole('button', { name: 'Let in the other 11' }).click()
  await page.getByRole('button', { name: 'Yes, let in all 11' }).click()
  await page.getByText('12 of 12').waitFor()
  assert.deepEqual(findings, [])
  await context.close()
})
