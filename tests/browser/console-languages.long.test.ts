import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
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
  await page.getByRole('main').getByLabel('Language').selectOption('de')
  await write('Seien Sie nett.')
  await page.getByText('Version 2').waitFor()
  await page.getByLabel('Buyers agree to the terms').check()
  assert.deepEqual(await axe(page), [])
  assert.equal((await read('/v1/storefront/legal_pages/terms?lang=de')).text, 'Seien Sie nett.')
  assert.equal((await read('/v1/storefront/legal_pages/terms?lang=en')).text, 'Be kind.')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the club asks a question in two languages, and fans read it and its answers in theirs', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/events/${eventId}`)
  await page.getByRole('button', { name: 'New question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Which meal?')
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('choice')
  await page.getByLabel('Answers', { exact: true }).fill('Pie\nSoup')
  const german = page.getByRole('group', { name: 'In other languages' }).locator('details').first()
  await german.locator('summary').click()
  await page.getByLabel('Question (Deutsch)').fill('Welches Essen?')
  await page.getByLabel('Answers (Deutsch)').fill('Pastete\nSuppe')
  assert.deepEqual(await axe(page), [])
  const save = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await save()
  const asked = async (language: string) => {
    const { title, choices, key } = (await read(`/v1/events/${eventId}?lang=${language}`)).questions[0] ?? {}
    return [key, title, choices]
  }
  assert.deepEqual(await asked('de'), ['which_meal', 'Welches Essen?', ['Pastete', 'Suppe']])
  assert.deepEqual(await asked('en'), ['which_meal', 'Which meal?', ['Pie', 'Soup']])
  await page.getByRole('button', { name: 'Change the question Which meal?' }).click()
  await page.getByRole('group', { name: 'In other languages' }).locator('summary').first().click()
  assert.equal(await page.getByLabel('Answers (Deutsch)').inputValue(), 'Pastete\nSuppe')
  await page.getByLabel('Question (Deutsch)').fill('')
  await page.getByLabel('Answers (Deutsch)').fill('')
  await save()
  assert.deepEqual(await asked('de'), ['which_meal', 'Which meal?', ['Pie', 'Soup']])
  await page.getByRole('button', { name: 'Change the question Which meal?' }).click()
  await page.getByRole('button', { name: 'Remove question' }).click()
  await page.getByText('No questions yet').waitFor()
  assert.deepEqual((await read(`/v1/events/${eventId}`)).questions, [])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the club says which seats of a stand are the best', browserTest, async () => {
  const map = await addSeatMap(server, club, { rows: 2, seats: 8 })
  const seated = await addSeatedOffer(server, club, map)
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/events/${seated.eventId}`)
  await page.getByText('Best seats', { exact: true }).click()
  await page.getByRole('combobox', { name: 'North' }).selectOption('middle')
  await page.getByText('Saved for North').waitFor()
  assert.deepEqual(await axe(page), [])
  const { version } = await read(`/v1/events/${seated.eventId}/seats`)
  const { sections } = await read(`/v1/events/${seated.eventId}/seats/${version}`)
  assert.deepEqual(
    sections.map(({ title, best_seats }: Record<string, string>) => [title, best_seats]),
    [['North', 'middle']],
  )
  assert.deepEqual(complaints, [])
  await context.close()
})
