import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer({ host: 'localhost' })
const { origin, club, shopKey } = server
const passwordHash = await hashPassword('nine green elephants')
const starts_at = new Date(Date.now() + 86_400_000)
const { eventId } = await addOffer(server, club, { event: { title: 'Cup final', starts_at } })
const read = async (path: string) => (await server.call('GET', path, { key: shopKey })).body

async function staffVisit() {
  const { token } = await addStaff(server, club, { passwordHash })
  const visited = await visit(origin, desktop)
  await visited.context.addCookies([{ name: 'gs', value: token, url: origin }])
  return visited
}

test('the club writes an event in another language, and takes it back', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/events/${eventId}`)
  const change = async (title: string) => {
    await page
      .getByRole('button', { name: /^(Change|Edit)/ })
      .first()
      .click()
    const german = page.getByRole('group', { name: 'In other languages' }).locator('details').first()
    await german.locator('summary').click()
    await page.getByLabel('Title (Deutsch)').fill(title)
    if (title !== '') assert.deepEqual(await axe(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await change('Pokalfinale')
  assert.equal((await read(`/v1/events/${eventId}?lang=de`)).title, 'Pokalfinale')
  await page.reload()
  await change('')
  assert.equal((await read(`/v1/events/${eventId}?lang=de`)).title, 'Cup final')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the club writes its terms in two languages, and has buyers agree to them', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/settings/legal`)
  const write = async (text: string) => {
    await page.getByLabel('Text of “Terms”').fill(text)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
  }
  await write('Be kind.')
  await page.getByText('Version 1').waitFor()
  await page.getByLabel('Language').selectOption('de')
  await write('Seien Sie nett.')
  await page.getByText('Version 2').waitFor()
  await page.getByLabel('Buyers agree to the terms').check()
  assert.deepEqual(await axe(page), [])
  assert.equal((await read('/v1/storefront/legal_pages/terms?lang=de')).text, 'Seien Sie nett.')
  assert.equal((await read('/v1/storefront/legal_pages/terms?lang=en')).text, 'Be kind.')
  assert.deepEqual(complaints, [])
  await context.close()
})
