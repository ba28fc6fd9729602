import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { h1, staffVisit } from './staff-visit.ts'

/** A story over many pages, each looked at by axe twice, on a machine that does other things too. */
const story = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club } = server
const offer = await addOffer(server, club, { capacity: 500 })

test(
  'what the console is served with runs no text as script, and no page of it is kept or embedded',
  browserTest,
  async () => {
    const { headers } = await server.call('GET', '/console/orders')
    const policy = headers['content-security-policy'] ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(
      policy,
      /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-src 'self'$/,
    )
    assert.equal(headers['referrer-policy'], 'no-referrer')
    const { page, context } = await visit(origin, desktop)
    await page.goto(`${origin}/console/`)
    await h1(page, 'Sign in')
    const refusal = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<b>x</b>')
        return 'taken'
      } catch (error) {
        return String(error)
      }
    })
    assert.match(refusal, /TrustedHTML/)
    await context.close()
  },
)

test('a page that a role may not see is not in the navigation, and says why at its address', browserTest, async () => {
  const { page, context, enter, complaints } = await staffVisit(server, { role: 'gates' }, phone)
  await enter()
  await page.goto(`${origin}/console/`)
  await h1(page, 'Today')
  await page.getByRole('button', { name: 'Menu' }).click()
  const lines = page.getByRole('navigation', { name: 'Console' })
  await lines.getByRole('link', { name: 'Gates' }).waitFor()
  await thereAre(0, lines.getByRole('link', { name: 'Money' }))
  const findings = await axe(page)
  await page.goto(`${origin}/console/money`)
  await page.getByText(/^Your role, Gates, does not allow this/).waitFor()
  findings.push(...(await axe(page)))
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('an order is found by a name, told, renamed and refunded by the ticket after a proof', story, async () => {
  const customer = { email: 'zoe@example.org', first_name: 'Zoë', last_name: 'Tamihana' }
  const sale = await server.call('POST', '/v1/manage/orders', {
    key: club.key,
    body: { items: [{ price_id: offer.priceId, quantity: 2 }], payment_method: 'cash', customer },
  })
  assert.equal(sale.status, 201, sale.text)
  const { page, context, complaints, enter, password, accountId } = await staffVisit(server, { role: 'box_office' })
  // Long ago they signed in, and the organisation asks for every refund.
  const change = { key: club.key, body: { refund_proof_amount: 0 } }
  assert.equal((await server.call('PATCH', '/v1/manage/organisation', change)).status, 200)
  await server.sql`update staff_sessions set proved_at = now() - interval '1 hour' where account_id = ${accountId}`
  await enter()
  const findings: string[] = []
  await page.goto(`${origin}/console/orders`)
  await h1(page, 'Orders')
  await page.getByLabel('Search orders').fill('tamih')
  await page.waitForURL(/search=tamih/)
  await page.getByRole('link', { name: `#${sale.body.order_id}` }).waitFor()
  findings.push(...(await axe(page)))
  await page.getByRole('link', { name: `#${sale.body.order_id}` }).press('Enter')
  await h1(page, /Zoë Tamihana/)
  await page.getByLabel('Note for staff').fill('Picks them up at gate 2')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Picks them up at gate 2' }).waitFor()
  findings.push(...(await axe(page)))
  await page
    .getByRole('button', { name: /^Change ticket/ })
    .first()
    .click()
  await page.getByLabel('Holder', { exact: true }).fill('Ben Ito')
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('cell', { name: 'Ben Ito' }).waitFor()
  await page.getByRole('button', { name: 'Refund …' }).click()
  await page.getByLabel(/^Ben Ito/).check()
  findings.push(...(await axe(page)))
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  await proof.getByLabel('Your password').fill(password)
  findings.push(...(await axe(page)))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('cell', { name: 'refunded', exact: true }).first().waitFor()
  await thereAre(1, page.getByRole('cell', { name: 'active', exact: true }))
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('an event is copied with its prices, looked at in the shop, published and cancelled', story, async () => {
  const { page, context, complaints, enter } = await staffVisit(server, { role: 'manager' })
  await enter()
  const findings: string[] = []
  await page.goto(`${origin}/console/events`)
  await h1(page, 'Events')
  findings.push(...(await axe(page)))
  await page.getByRole('link', { name: 'Derby' }).click()
  await h1(page, 'Derby')
  await page.getByRole('cell', { name: 'Adult', exact: true }).first().waitFor()
  findings.push(...(await axe(page)))
  await page.getByRole('link', { name: 'Copy', exact: true }).click()
  await h1(page, 'Copy of Derby')
  await page.getByLabel('Title').fill('Return match')
  await page.getByLabel('Starts').fill('2031-03-14T19:30')
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'Create draft' }).click()
  await h1(page, 'Return match')
  await page.getByText(/14 March 2031 at 7:30\spm/).waitFor()
  await page.getByRole('cell', { name: 'Adult', exact: true }).first().waitFor()
  const draftUrl = page.url()
  await page.getByRole('button', { name: 'Preview in the shop' }).click()
  await page.getByText('Preview: not on sale yet', { exact: true }).waitFor()
  await h1(page, 'Return match')
  await page
    .getByRole('button', { name: /^One more/ })
    .first()
    .click()
  const hold = page.getByRole('button', { name: /^Hold tickets.+not on sale yet$/ })
  assert.equal(await hold.getAttribute('aria-disabled'), 'true')
  assert.equal(new URL(page.url()).hash, '')
  findings.push(...(await axe(page)))
  await page.goto(draftUrl)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('On sale', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Cancel …' }).click()
  await page.getByLabel('Type “Return match”').fill('Return match')
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByText('Cancelled', { exact: true }).first().waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

const FIRST_BYTES_MAX = 35_200
const FURTHER_BYTES_MAX = 20_400
const STYLE_BYTES_MAX = 9_000

test(
  'the first page is under 35.2 kB of script, words and all, each further one under 20 more',
  browserTest,
  async () => {
    const { page, context, enter } = await staffVisit(server)
    await enter()
    const sizes = new Map<string, number>()
    context.on('response', async (response) => {
      const [, name = '', kind = ''] = /\/console\/assets\/([^/]+\.(js|css))$/.exec(response.url()) ?? []
      if (name !== '') sizes.set(`${kind} ${name}`, gzipSync(await response.body(), { level: 9 }).length)
    })
    const sum = (kind: string) =>
      [...sizes].filter(([name]) => name.startsWith(kind)).reduce((total, [, bytes]) => total + bytes, 0)
    let before = 0
    for (const path of [
      '/console/',
      '/console/events',
      `/console/events/${offer.eventId}`,
      '/console/orders',
      '/console/box-office',
      // The same script as the doors, whose stream never lets the network rest.
      '/console/gates?tab=devices',
      '/console/money',
      '/console/account',
    ]) {
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const bytes = sum('js') - before
      assert.ok(
        bytes < (before === 0 ? FIRST_BYTES_MAX : FURTHER_BYTES_MAX),
        `${path}: ${bytes} ${JSON.stringify([...sizes])}`,
      )
      before = sum('js')
    }
    assert.ok(sum('css') < STYLE_BYTES_MAX, `${sum('css')} bytes of style`)
    await context.close()
  },
)

const FIRST_VIEW_MS = 1_500
const SLOWER = 4
/** Of it, for what the page waits for: its files, who is signed in, their organisation. */
const WAITING_MS = 300

test('the first view is within a second and a half where the processor is four times slower', browserTest, async () => {
  const { page, context, enter } = await staffVisit(server, { role: 'manager' })
  await enter()
  const devtools = await context.newCDPSession(page)
  // What the page's thread has worked, not what the clock says: what else the machine does meanwhile is not the page's fault.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const times: number[] = []
  for (let turn = 0; turn < 5 && !times.some(isQuick); turn += 1) {
    await devtools.send('Network.clearBrowserCache')
    await page.goto('about:blank')
    const before = await worked()
    await page.goto(`${origin}/console/`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    times.push((await worked()) - before)
  }
  assert.ok(times.some(isQuick), `${times.map(Math.round).join(', ')} ms of work`)
  await context.close()
})

const isQuick = (workMs: number): boolean => workMs * SLOWER + WAITING_MS < FIRST_VIEW_MS
