import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { openHouse } from '../../../tests/harness/house.ts'
import { errorCatalogue } from '../../errors.ts'
import { openapiFile, readOpenapi } from '../../operator/openapi/generate.ts'

const house = await openHouse({ publicUrl: 'http://127.0.0.1:3000' })

/** What a page makes the browser fetch: links to read are not meant. */
const fetched = (html: string) =>
  [...html.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)\s*=\s*["']([^"']+)["']/gi)].map(
    ([, address = '']) => address,
  )

test('/docs leads to the reference, whose script comes from this server and from nowhere else', async () => {
  const moved = await house.call('GET', '/docs')
  assert.ok(moved.status >= 300 && moved.status < 400)
  assert.equal(moved.headers.location, '/docs/')
  const { status, text, headers } = await house.call('GET', '/docs/')
  assert.equal(status, 200)
  assert.match(headers['content-type'] ?? '', /^text\/html/)
  const addresses = fetched(text)
  assert.ok(addresses.length > 0)
  for (const address of addresses) {
    assert.doesNotMatch(address, /^(?:https?:)?\/\//)
    const path = new URL(address, 'http://127.0.0.1:3000/docs/').pathname
    assert.equal((await house.call('GET', path)).status, 200, path)
  }
  assert.doesNotMatch(text, /cdn\.|jsdelivr|unpkg|googleapis|gstatic/i)
})

test('the pages may load nothing from elsewhere, even if a script asked for it', async () => {
  for (const path of ['/docs/', '/docs/errors']) {
    const policy = (await house.call('GET', path)).headers['content-security-policy'] ?? ''
    assert.match(policy, /default-src 'self'/)
    assert.doesNotMatch(policy, /https?:|\*/)
  }
})

test('the errors page has a section for every code, under the name that doc_url points to', async () => {
  const { status, text, headers } = await house.call('GET', '/docs/errors')
  assert.equal(status, 200)
  assert.match(headers['content-type'] ?? '', /^text\/html/)
  const ids = [...text.matchAll(/<h2 id="([a-z_]+)">/g)].map(([, id]) => id)
  assert.deepEqual(ids.toSorted(), Object.keys(errorCatalogue).toSorted())
  assert.deepEqual(fetched(text), [])
})

test('doc_url of a refusal leads to its section', async () => {
  const { body } = await house.call('GET', '/v1/customers')
  const { pathname, hash } = new URL(body.error.doc_url)
  const { text } = await house.call('GET', pathname)
  assert.equal(hash, '#api_key_missing')
  assert.ok(text.includes(`id="${hash.slice(1)}"`))
})

test('/openapi.json is the description that is committed, and any page may read it', async () => {
  const { status, body, headers } = await house.call('GET', '/openapi.json')
  assert.equal(status, 200)
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.ok(
    isDeepStrictEqual(body, JSON.parse(await readOpenapi(openapiFile))),
    'openapi.json is stale: run npm run openapi',
  )
})

test('pages and description need no key', async () => {
  for (const path of ['/docs/', '/docs/errors', '/openapi.json']) {
    assert.equal((await house.call('GET', path, { key: 'nonsense' })).status, 200, path)
  }
})
