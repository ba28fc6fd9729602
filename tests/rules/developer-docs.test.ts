import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { messageTypes } from '../../server/messages/webhooks/message-types.ts'
import { expressMethods, redirectMethods } from '../../server/payments/payments/payment-methods.ts'
import { testDebits } from '../../server/payments/payments/test-debits.ts'
import { testPaymentMethods, testReaders } from '../../server/payments/payments/test-provider.ts'
import { openHouse } from '../harness/house.ts'

const root = join(import.meta.dirname, '..', '..')
const house = await openHouse()

const textOf = async (path: string) => {
  const { status, text } = await house.call('GET', path, { headers: { accept: 'text/html' } })
  assert.equal(status, 200, path)
  return text
}

test('every guide is in the navigation, on the first page and in the list for programs', async () => {
  const files = (await readdir(join(root, 'docs', 'guides'))).filter((name) => name.endsWith('.md'))
  const addresses = files.map((name) => `/docs/guides/${name.replace('.md', '')}`)
  const home = await textOf('/docs/')
  const [, nav = '', content = ''] = /<nav (.*?)<\/nav>.*<main(.*)<\/main>/s.exec(home) ?? []
  const index = await textOf('/llms.txt')
  for (const [place, text] of Object.entries({ nav, content }))
    assert.deepEqual(
      addresses.filter((address) => !text.includes(`href="${address}"`)),
      [],
      place,
    )
  assert.deepEqual(
    addresses.filter((address) => !index.includes(`(${address}.md)`)),
    [],
  )
})

test('the catalogue has every type of webhook message, with its moment, its fields and a sample of that type', async () => {
  const page = await textOf('/docs/reference/webhook-events')
  const headings = [...page.matchAll(/<h2 id="[^"]+"><a href="[^"]+">([^<]+)<\/a>/g)].map(([, type]) => type)
  assert.deepEqual(headings, messageTypes)
  const samples = [...page.matchAll(/<pre tabindex="0"><code>(\{.*?)<\/code>/gs)].map(([, sample = '']) =>
    JSON.parse(sample.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')),
  )
  assert.deepEqual(
    samples.map(({ type }) => type),
    messageTypes,
  )
  for (const { type, data, org_id } of samples) {
    assert.equal(typeof org_id, 'string', type)
    assert.ok(Object.keys(data).length > 0, type)
  }
  assert.match(await textOf('/docs/reference/webhook-events.md'), /^## order\.completed\n\nAn order is confirmed/m)
})

test('the decision on webhooks lists the types that there are, and no other', async () => {
  const page = await readFile(join(root, 'docs', 'decisions', 'webhooks.md'), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith('| Event types |')) ?? ''
  const [, , cell = ''] = row.split('|')
  let object = ''
  const types = [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => {
    if (!name.startsWith('.')) object = name.split('.')[0] ?? ''
    return name.startsWith('.') ? object + name : name
  })
  assert.deepEqual(types.sort(), [...messageTypes].sort())
})

test('the guide to testing names every test payment method and reader', async () => {
  const page = await readFile(join(root, 'docs', 'guides', 'testing.md'), 'utf8')
  const names = [
    ...Object.keys(testPaymentMethods),
    ...testDebits,
    ...Object.keys(testReaders),
    ...expressMethods.map((wallet) => `pm_test_wallet_${wallet}`),
    ...Object.keys(redirectMethods),
  ]
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
})

for (const [query, first] of [
  ['pagination', '/docs/guides/pagination#pagination'],
  ['test card', '/docs/guides/testing#test-cards'],
  ['idempotency', '/docs/guides/calls#'],
  ['rate limit', '/docs/guides/calls#rate-limits'],
  ['going live', '/docs/guides/going-live#going-live'],
  ['order.completed', '/docs/reference/webhook-events#'],
] as const)
  test(`a search for ${query} begins with the page of that name`, async () => {
    const page = await textOf(`/docs/search?q=${encodeURIComponent(query)}`)
    const [, address = ''] = /href="([^"]+)"/.exec(page.slice(page.indexOf('id="hits"'))) ?? []
    assert.ok(address.startsWith(first), address)
  })
