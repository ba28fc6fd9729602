import { test } from 'node:test'
import { browserTest, desktop } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { staffAt } = openDesk(server)

test('what is refused of a form is told at its field, in the language of the page', browserTest, async () => {
  const german = { ...desktop, locale: 'de-DE' }
  const manager = await staffAt('events/new', 'Neue Veranstaltung', { role: 'manager' }, german)
  const { page, look } = manager
  await page.getByLabel('Titel').fill('x'.repeat(201))
  await page.getByLabel('Beginn').fill('2031-03-08T19:30')
  await manager.press('Entwurf erstellen')
  await page.getByText('Höchstens 200 Zeichen.').waitFor()
  await page.getByText('Bitte prüfen Sie die markierten Felder.').waitFor()
  await look()
  await manager.close()
})
