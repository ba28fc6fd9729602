import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer({ host: 'localhost' })
const { origin, club } = server
/** On sale, so that Today is about the day and not about how to begin. */
await addOffer(server, club)

async function staffVisit(locale: string) {
  const { token } = await addStaff(server, club)
  const visited = await visit(origin, { ...desktop, locale })
  const scripts: string[] = []
  visited.page.on('response', async (response) => {
    if (/\/console\/assets\/.+\.js$/.test(response.url())) scripts.push(await response.text().catch(() => ''))
  })
  await visited.context.addCookies([{ name: 'gs', value: token, url: origin }])
  return { ...visited, scripts, h1: (name: string) => visited.page.getByRole('heading', { level: 1, name }).waitFor() }
}

test('the console speaks the language of the browser, and loads the words of no other', browserTest, async () => {
  const { page, scripts, complaints, context, h1 } = await staffVisit('de-AT')
  await page.goto(`${origin}/console/`, { waitUntil: 'networkidle' })
  await h1('Heute')
  await page.getByRole('link', { name: 'Veranstaltungen' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de-AT')
  const all = scripts.join('\n')
  assert.match(all, /Braucht Aufmerksamkeit/)
  assert.doesNotMatch(all, /Needs attention|Requiere atención/)
  assert.deepEqual([await axe(page), complaints], [[], []])
  await context.close()
})

test('a language that is chosen in the menu stays, also at the next sign-in', browserTest, async () => {
  const { page, complaints, context, h1 } = await staffVisit('fr-FR')
  await page.goto(`${origin}/console/`)
  await h1('Today')
  await page.getByLabel('Language').selectOption('Español')
  await h1('Hoy')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await h1('Iniciar sesión')
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Idioma').selectOption('Deutsch')
  await h1('Anmelden')
  assert.deepEqual(complaints, [])
  await context.close()
})
