import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { mailKit } from '../builders/mails.ts'
import { addOffer } from '../builders/prices.ts'
import { readMail } from '../builders/received-mails.ts'
import { addShopDomain } from '../builders/shops.ts'
import type { Tenant } from '../harness/house.ts'
import { startSmtp } from '../outside/smtp.ts'
import { browserTest, phone, visit } from './browser.ts'
import { readQr } from './read-qr.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { port } = new URL(server.origin)
const clubs = [
  { name: 'Harbour Rovers', host: 'tickets.harbour.localhost', title: 'Harbour Derby', accent: '#0b3d91' },
  { name: 'Island United', host: 'tickets.island.localhost', title: 'Island Cup', accent: '#8a1f4c' },
]

type Opened = { tenant: Tenant; ground: Awaited<ReturnType<typeof openGround>>; origin: string }

const smtp = await startSmtp()

/** What the buyer is mailed. */
async function mailOf(tenant: Tenant): Promise<string> {
  const clock = () => new Date()
  await mailKit(server, tenant, smtp.url, { publicUrl: server.origin, clock }).send()
  const [received] = smtp.received.splice(0)
  assert.ok(received)
  return (await readMail(received)).text ?? ''
}

test(
  'two clubs on two hosts of one server: each sells, mails and lets in, and shows nothing of the other',
  browserTest,
  async () => {
    const opened: (Opened & (typeof clubs)[number])[] = []
    for (const club of clubs) {
      const tenant = await server.organisation({ name: club.name })
      const look = { accent_color: club.accent }
      await server.call('PATCH', '/v1/manage/organisation', { key: tenant.key, body: look })
      const ground = await openGround(server, tenant)
      await server.sql`
      update events
      set title = ${club.title}
      where org_id = ${tenant.orgId}`
      await addOffer(server, tenant, { eventId: ground.eventId, capacity: 50 })
      await addShopDomain(server, tenant, { host: club.host, proven: true })
      opened.push({ ...club, tenant, ground, origin: `http://${club.host}:${port}` })
    }
    for (const [at, club] of opened.entries()) {
      const other = opened[1 - at]
      const { page, complaints, context } = await visit(club.origin, phone)
      const story = storyOf(page, club.origin)
      const seen: string[] = []
      page.on('response', async (response) => {
        if (/json|html/.test(response.headers()['content-type'] ?? '')) seen.push(await response.text().catch(() => ''))
      })
      await page.goto(`${club.origin}/`)
      await story.heading('What’s on')
      await page.getByRole('link', { name: new RegExp(club.title) }).click()
      await story.choose('Adult, Stand', 1)
      await story.hold()
      await story.fillIn()
      await page.getByRole('button', { name: /^Pay / }).click()
      await story.heading('See you there')
      assert.ok(page.url().startsWith(`${club.origin}/orders/`))
      const barcode = (await readQr(page.getByRole('img', { name: /^Ticket \d+/ }).first())) ?? ''
      assert.equal(await club.ground.result(barcode), 'admitted')
      await page.getByRole('link', { name: 'Open my tickets' }).click()
      await page.waitForURL(new RegExp(`^${club.origin}/t/`))
      await page.getByText('Ada Okafor').first().waitFor()
      assert.deepEqual(complaints, [])
      const told = [...seen, await page.content()].join('\n')
      const ofOther = `${other?.name}|${other?.title}|${other?.accent}|"org_id":"${other?.tenant.orgId}"`
      assert.doesNotMatch(told, new RegExp(ofOther))
      assert.match(told, new RegExp(`--club-fill:${club.accent}`))
      assert.match(await mailOf(club.tenant), new RegExp(`${club.origin}/t/`))
      await context.close()
    }
    const { page, context } = await visit(`http://tickets.nobody.localhost:${port}`, phone)
    await page.goto(`http://tickets.nobody.localhost:${port}/`)
    await page.getByRole('heading', { name: 'There is no shop at this address' }).waitFor()
    await context.close()
  },
)
