import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupedCode } from '../../server/platform/values/typed-code.ts'
import { openGround } from '../builders/grounds.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { pictureScreen } from './scan-pictures.ts'
import { answered, blockCamera, newDevice, setUp } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const ground = await openGround(server, club)
const gate = 'North gate'
await server.call('PATCH', `/v1/manage/gates/${ground.gates[0]}`, { key: club.key, body: { name: gate } })

/** As they were at the gate: one that was answered late is uploaded after those that followed it. */
const loggedOf = (deviceId: number) => sql<
  { result: string; barcode: string; by_search: boolean; direction: string }[]
>`
  select result, barcode, by_search, direction
  from scans
  where org_id = ${club.orgId}
    and device_id = ${deviceId}
  order by scanned_at`

test('a code that no camera reads is typed; the steward asks for the name before it lets in, with and without a network', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const ada = await ground.ticket(2, { ticket_name: 'Ada Okafor' })
  const ben = await ground.ticket(1, { ticket_name: 'Ben Holt' })
  const cleo = await ground.ticket(1, { ticket_name: 'Cleo Ng' })
  const { deviceId, code } = await newDevice(server, club, 'North 1')
  const { page, context, complaints } = await visit(origin, phone)
  await blockCamera(context)
  await setUp(page, origin, code, gate)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(/^Code, name/)
  const type = async (text: string) => {
    await page.getByRole('button', { name: 'Type or search' }).click()
    await field.fill(text)
    await field.press('Enter')
  }
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  const isThem = dialog.getByRole('button', { name: 'Yes, let them in' })

  // A slip is told, and the service does not hear of it.
  const typed = groupedCode(ada.shortCode).toLowerCase()
  await type(typed.replace(/.$/, typed.endsWith('7') ? '8' : '7'))
  await dialog.getByText('A character is wrong').waitFor()
  const findings = await axe(page)
  await field.fill(typed)
  await field.press('Enter')
  await dialog.getByText('Ada Okafor', { exact: true }).waitFor()
  findings.push(...(await axe(page)))
  await pictureScreen(page, 'name-check')
  // A stranger who read it over her shoulder does not know her name.
  await dialog.getByRole('button', { name: 'Not them' }).click()
  assert.equal(await field.inputValue(), typed)
  assert.equal((await loggedOf(deviceId)).length, 0)
  await field.press('Enter')
  await isThem.click()
  await answered(page, 'admitted')
  await next()

  // A stop needs no name, and a number is asked about as a code is.
  await type(ada.shortCode)
  await answered(page, 'not_exited')
  await next()
  await page.getByRole('button', { name: 'Type or search' }).click()
  await field.fill(String(ben.ticketId))
  // A stranger's order may have the number of his ticket.
  await dialog.getByRole('button', { name: 'Show names' }).click()
  await dialog.getByRole('button', { name: /^Let in Ben Holt/ }).click()
  await dialog.getByRole('heading', { name: 'Ask for their name' }).waitFor()
  await isThem.click()
  await answered(page, 'admitted')
  await next()

  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await type(cleo.shortCode)
  await dialog.getByText('Cleo Ng', { exact: true }).waitFor()
  await isThem.click()
  await answered(page, 'admitted')
  await next()
  // On the way out no fan is asked who they are.
  await page.getByRole('radio', { name: 'Exit' }).check()
  await type(ada.shortCode)
  await answered(page, 'exit')
  await next()
  // A fan who is searched for goes out, too: with the phone set to the way out no fan comes in.
  await page.getByRole('button', { name: 'Type or search' }).click()
  await field.fill('holt')
  await dialog.getByRole('button', { name: 'Show names' }).click()
  await thereAre(0, dialog.getByRole('button', { name: /^Let in/ }))
  await dialog.getByRole('button', { name: /^Let out Ben Holt/ }).click()
  await answered(page, 'exit')
  await next()
  await context.setOffline(false)
  await page.getByText('All uploaded').waitFor()
  assert.deepEqual(
    (await loggedOf(deviceId)).map(({ result, barcode, by_search, direction }) => [
      result,
      barcode,
      by_search,
      direction,
    ]),
    [
      ['admitted', typed, false, 'entry'],
      ['not_exited', ada.shortCode, false, 'entry'],
      ['admitted', ben.barcode, true, 'entry'],
      ['admitted', cleo.shortCode, false, 'entry'],
      ['exit', ada.shortCode, false, 'exit'],
      ['exit', ben.barcode, true, 'exit'],
    ],
  )
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
