import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { idsOf, links, openReader } from '../../../tests/builders/docs-reader.ts'
import { openapiFile, readOpenapi } from '../../operator/openapi/generate.ts'
import { errorCatalogue } from '../../program/errors.ts'
import { operationsOf } from '../openapi/openapi-types.ts'

const { house, open } = await openReader()
const document = JSON.parse(await readOpenapi(openapiFile))

/** What a page makes the browser fetch: links to read are not meant. */
const fetched = (html: string) =>
  [...html.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)\s*=\s*["']([^"']+)["']/gi)]
    .map(([, address = '']) => address)
    .filter((address) => address !== 'data:,')

test('a browser that opens the address of the service is led on, a program is told where to look', async () => {
  const page = await open('/')
  assert.equal(page.status, 200)
  assert.match(page.headers['content-type'] ?? '', /^text\/html/)
  assert.ok(links(page.text).includes('/docs/guides/quick-start'))
  const { body } = await house.call('GET', '/')
  assert.deepEqual(body, { name: 'Grandstand', documentation: '/docs/', openapi: '/openapi.json' })
})

test('the reference has every operation, with the scope of its key and a command', async () => {
  for (const { name } of document.tags) {
    const { text } = await open(`/docs/reference/${name.toLowerCase().replaceAll(' ', '-')}`)
    const ids = idsOf(text)
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of operationsOf(item as never, document)) {
        if (operation.tags?.[0] !== name) continue
        assert.ok(ids.has(operation.operationId ?? ''), `${method} ${path}`)
        assert.ok((operation as { description?: string }).description, `${method} ${path} is described`)
        if (operation['x-scope'])
          assert.ok(text.includes(`<code>${operation['x-scope']}</code>`) || text.includes('Gate keys'))
      }
    }
    assert.ok(text.includes('curl '), name)
  }
})

test('an id of an example leads to the list of what it belongs to', async () => {
  const { text } = await open('/docs/reference/api-keys')
  assert.match(text, /<code>KEY_ID<\/code>: <code>key_id<\/code> in <a href="\/docs\/reference\/api-keys#listApiKeys">/)
  const gates = await open('/docs/reference/gates')
  assert.doesNotMatch(gates.text, /<code>CODE<\/code>: /)
  const storefront = await open('/docs/reference/storefront')
  assert.ok(storefront.text.includes('retrieveOwnOrder({ orderSecret })'))
})

test('a guide shows its pictures, which are served beside it', async () => {
  const page = await open('/docs/guides/shop')
  const [, picture = ''] = /<img src="([^"]+)" alt="What is on"/.exec(page.text) ?? []
  const { status, headers } = await open(picture)
  assert.deepEqual([status, headers['content-type']], [200, 'image/webp'])
  for (const path of ['/docs/images/nothing.webp', '/docs/images/..%2fschema.md'])
    assert.equal((await open(path)).status, 404)
})

test('the search finds guides and operations by their words', async () => {
  const hits = async (query: string) => links((await open(`/docs/search?q=${encodeURIComponent(query)}`)).text)
  assert.ok((await hits('3-D secure')).includes('/docs/guides/checkout#pay'))
  assert.ok((await hits('open a basket')).includes('/docs/reference/baskets#openBasket'))
  assert.ok((await hits('card_declined')).includes('/docs/errors#card_declined'))
  assert.ok((await hits('events:read')).includes('/docs/reference/events#listEvents'))
  const { text } = await open('/docs/search?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  assert.match(text, /Nothing has these words/)
  assert.doesNotMatch(text, /<script>alert/)
})

const sought: [query: string, first: string][] = [
  ['publishable key', '/docs/guides/checkout#checkout-on-your-own-domain'],
  ['webhook localhost', '/docs/guides/webhooks#'],
  ['events:read', '/docs/reference/events#listEvents'],
  ['idempotency', '/docs/guides/'],
  ['refund an order', '/docs/reference/orders#refundOrder'],
  ['members crm nightly', '/docs/guides/members#'],
]
for (const [query, first] of sought) {
  test(`a search for ${query} finds what a newcomer needs first`, async () => {
    const { text } = await open(`/docs/search?q=${encodeURIComponent(query)}`)
    const addresses = links(text.slice(text.indexOf('id="hits"')))
    assert.ok(addresses[0]?.startsWith(first), `${addresses.slice(0, 3)}`)
    const record = addresses.findIndex((address) => address.startsWith('/docs/adr/'))
    const guide = addresses.findLastIndex((address) => address.startsWith('/docs/guides/'))
    assert.ok(record === -1 || guide < record, 'a guide stands before the record of a decision')
  })
}

test('an address without a page answers a browser with a page, and a program with JSON', async () => {
  const page = await open('/docs/nope')
  assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match(page.text, /There is no such page.*href="\/docs\/"/s)
  const { status, body } = await house.call('GET', '/docs/nope')
  assert.deepEqual([status, body.error.code], [404, 'route_unknown'])
})

test('the pages load style and script from this server, and may load nothing from elsewhere', async () => {
  assert.equal((await open('/docs')).headers.location, '/docs/')
  for (const path of [
    '/',
    '/docs/',
    '/docs/errors',
    '/docs/reference/baskets',
    '/docs/objects/Basket',
    '/docs/search?q=a',
  ]) {
    const { headers, text } = await open(path)
    const policy = headers['content-security-policy'] ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /https?:|\*|unsafe/)
    assert.doesNotMatch(text, /<script>|<style|\sstyle=|\son\w+=/)
    assert.deepEqual(fetched(text), ['/docs/docs.css', '/docs/text.css', '/docs/docs.js', '/docs/try.js'])
  }
  for (const asset of ['/docs/docs.css', '/docs/text.css', '/docs/docs.js', '/docs/try.js'])
    assert.equal((await open(asset)).status, 200)
  assert.equal((await open('/docs/guides/nowhere')).status, 404)
})

test('the errors page has a section for every code, under the name that doc_url points to', async () => {
  const ids = idsOf((await open('/docs/errors')).text)
  assert.deepEqual(
    Object.keys(errorCatalogue).filter((code) => !ids.has(code)),
    [],
  )
  const { body } = await house.call('GET', '/v1/customers')
  const { pathname, hash } = new URL(body.error.doc_url)
  assert.deepEqual([pathname, hash], ['/docs/errors', '#api_key_missing'])
})

test('/openapi.json is the description that is committed, and any page may read it', async () => {
  const { status, body, headers } = await house.call('GET', '/openapi.json')
  assert.equal(status, 200)
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.ok(isDeepStrictEqual(body, document), 'openapi.json is stale: run npm run openapi')
  const known = { 'if-none-match': String(headers.etag) }
  assert.equal((await house.call('GET', '/openapi.json', { headers: known })).status, 304)
})

test('pages and description need no key', async () => {
  for (const path of ['/docs/', '/docs/errors', '/openapi.json']) {
    assert.equal((await house.call('GET', path, { key: 'nonsense' })).status, 200, path)
  }
})

test('programs that read find every page as Markdown, from one list', async () => {
  const index = await open('/llms.txt')
  assert.match(index.headers['content-type'] ?? '', /^text\/markdown/)
  const addresses = [...index.text.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, address = '']) => address)
  assert.ok(addresses.includes('/docs/guides/quick-start.md') && addresses.includes('/docs/reference/baskets.md'))
  for (const address of addresses) {
    const { status, text, headers } = await open(address)
    assert.equal(status, 200, address)
    assert.match(headers['content-type'] ?? '', /^text\/markdown/)
    assert.match(text, /^# /m, address)
  }
  const { text } = await open('/docs/reference/baskets.md')
  assert.match(text, /## Open a basket\n\n`POST \/v1\/baskets`, scope `baskets:write`/)
  assert.match(text, /- `items`: .*OpenBasketItem/)
  assert.match(text, /```sh\ncurl /)
  assert.match((await open('/docs/objects/Price.md')).text, /- `reserved_seating`: boolean; required/)
  assert.equal((await open('/docs/nothing.md')).status, 404)
})
