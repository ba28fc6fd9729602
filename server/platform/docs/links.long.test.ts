import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, links, openReader } from '../../../tests/builders/docs-reader.ts'

const { open } = await openReader()

test('every link on every page that can be reached from the first leads to a page and to a heading of it', async () => {
  const pages = new Map<string, string>()
  const waiting = ['/docs/']
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (pages.has(address) || address === '/openapi.json') continue
    const { status, text } = await open(address)
    assert.equal(status, 200, address)
    pages.set(address, text)
    waiting.push(...links(text).map((link) => link.split('#')[0] ?? ''))
  }
  const missing = [...pages].flatMap(([address, text]) =>
    links(text)
      .map((link) => link.split('#'))
      .filter(([target = '', anchor]) => anchor !== undefined && !idsOf(pages.get(target) ?? '').has(anchor))
      .map((link) => `${address}: ${link.join('#')}`),
  )
  assert.deepEqual(missing, [])
  assert.ok(pages.size > 100)
})
