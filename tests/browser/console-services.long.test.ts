import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const starts_at = new Date(Date.now() + 3_600_000)
const { eventId } = await addOffer(server, club, { event: { title: 'Derby', starts_at } })

async function staffVisit(role: 'owner' | 'box_office' = 'owner') {
  const { token } = await addStaff(server, club, { role })
  const visited = await visit(origin, desktop)
  await visited.context.addCookies([{ name: 'gs', value: token, url: origin }])
  return visited
}
const read = async (path: string) => (await server.call('GET', path, { key: club.key })).body

test('the club sets the fee of its orders, and has an address mailed again', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/settings`)
  const fees = page.getByRole('heading', { name: 'Transaction fee' }).locator('xpath=ancestor::section')
  await fees.getByLabel(/^Per order/).fill('1.5')
  await fees.getByLabel('Percentage of the price').fill('2.5')
  await fees.getByLabel('Also at the box office').check()
  assert.deepEqual(await axe(page), [])
  await fees.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { transaction_fee_fixed, transaction_fee_percentage, transaction_fee_boxoffice } =
    await read('/v1/organisation')
  assert.deepEqual([transaction_fee_fixed, transaction_fee_percentage, transaction_fee_boxoffice], [1.5, 2.5, true])
  await server.sql`
    insert into mail_suppressions (org_id, email_address, error_code)
    values (${club.orgId}, 'gone@example.org', 'smtp_550')`
  await page.goto(`${origin}/console/settings/mails`)
  await page.getByText('gone@example.org').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Allow mail again' }).click()
  await page.getByText('No blocked addresses').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the club sets up a wallet, is told what is wrong with a key, and stops it again', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/settings/wallets`)
  const google = page.getByRole('heading', { name: 'Google Wallet' }).locator('xpath=ancestor::section')
  await google.getByLabel('Issuer number').fill('3388000000012345678')
  await google.getByLabel('Service account').fill('passes@club.iam.gserviceaccount.com')
  await google.getByLabel('Private key').fill('no key')
  assert.deepEqual(await axe(page), [])
  await google.getByRole('button', { name: 'Set up' }).click()
  await google.locator('[aria-invalid=true]').waitFor()
  assert.equal(await google.getByLabel('Issuer number').inputValue(), '3388000000012345678', 'an error keeps the page')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await google.getByLabel('Private key').fill(String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  await google.getByRole('button', { name: 'Set up' }).click()
  await google.getByText('set up', { exact: true }).waitFor()
  await google.getByRole('button', { name: 'Stop …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await google.getByText('not set up').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'who runs the night sees the supervisor’s code once they ask, and replaces the key of the barcodes',
  browserTest,
  async () => {
    const { page, complaints, context } = await staffVisit()
    await page.goto(`${origin}/console/gates?event_id=${eventId}`)
    await page.getByRole('button', { name: 'Show code' }).click()
    await page.getByRole('button', { name: 'Copy Admits' }).waitFor()
    await page.getByRole('button', { name: 'Show keys' }).click()
    await page.getByRole('button', { name: 'Replace key …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    await page.getByText('In use').waitFor()
    assert.deepEqual([await axe(page), complaints], [[], []])
    await context.close()
    const desk = await staffVisit('box_office')
    await desk.page.goto(`${origin}/console/gates?event_id=${eventId}`)
    await desk.page.getByRole('heading', { name: 'People per minute' }).waitFor()
    await thereAre(0, desk.page.getByRole('button', { name: 'Show code' }))
    await desk.context.close()
  },
)

test('texts go out to whoever translates them and come back; every scan goes out as a file', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/events`)
  await page.getByRole('link', { name: 'Translations' }).click()
  await page.getByRole('heading', { level: 1, name: 'Translations' }).waitFor()
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return readFile(await file.path(), 'utf8')
  }
  const [header = '', ...lines] = (await saved('File to fill in (CSV)')).trimEnd().split('\r\n')
  const german = header.split(',').indexOf('de')
  const filled = lines.map((line) => {
    const cells = line.split(',')
    return (line.startsWith('event,') && line.includes('title') ? cells.with(german, 'Ortsderby') : cells).join()
  })
  const upload = (texts: string[]) =>
    page.getByLabel('Completed file').setInputFiles({
      name: 'translations.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([header, ...texts].join('\r\n')),
    })
  await upload(['event,999999999,title,,'])
  await page.getByRole('alert').waitFor()
  await upload(filled)
  await page.getByText(/^\d+ lines? read: the texts of 1 thing changed\.$/).waitFor()
  assert.deepEqual(await axe(page), [])
  assert.equal((await read(`/v1/events/${eventId}?lang=de`)).title, 'Ortsderby')
  await page.goto(`${origin}/console/gates?event_id=${eventId}`)
  assert.match(await saved('Export scans as CSV'), /^event_id,.*,scan_id,/)
  assert.deepEqual(complaints, [])
  await context.close()
})
