import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { build } from 'esbuild'
import { addOffer } from '../builders/prices.ts'
import { openServer } from '../sdk/server.ts'
import { axe, browserTest, phone, visit } from './browser.ts'

/** The page that the guide shows, on a site of its own, as a newcomer serves it. */
const root = join(import.meta.dirname, '..', '..')
const { house, url } = await openServer()
const club = await house.organisation()
await addOffer(house, club, { capacity: 3 })
const key = await house.key(club.orgId, { kind: 'pk' })

const guide = await readFile(join(root, 'docs', 'guides', 'checkout.md'), 'utf8')
const html = /^```html\n(.*?)^```/ms.exec(guide)?.[1] ?? ''
const page = html.replace('http://127.0.0.1:3000', url).replace('gs_pk_test_…', key)
const bundle = { bundle: true, write: false, format: 'esm' } as const
const { outputFiles } = await build({ entryPoints: [join(root, 'sdk', 'src', 'browser.ts')], ...bundle })

const site = createServer((request, response) => {
  const isScript = request.url === '/sdk/browser.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
  response.end(isScript ? outputFiles[0]?.text : page)
}).listen(0, '127.0.0.1')
await once(site, 'listening')
after(() => site.close())
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

test('the page of the guide sells a ticket in a browser, and says why it cannot', browserTest, async () => {
  const { page: tab, context, complaints } = await visit(origin, phone, new RegExp(`^${url}/`))
  await tab.goto(origin)
  await tab.getByRole('heading', { name: /Adult, A?\$/ }).waitFor()
  await tab.getByLabel('First name').fill('Ada')
  await tab.getByLabel('Last name').fill('Okafor')
  await tab.getByLabel('E-mail').fill('ada@example.org')
  await tab.getByRole('button', { name: 'Buy' }).click()
  await tab.getByText(/^Order \d+: \S+, \S+$/).waitFor()
  await tab.getByRole('button', { name: 'Buy' }).click()
  await tab.getByText('There are not enough places left.').waitFor()
  assert.deepEqual([await axe(tab), complaints], [[], []])
  await context.close()
})
