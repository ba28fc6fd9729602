import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMailAddress, oneLine } from './mail.ts'
import { retryAfterMs } from './retry-schedule.ts'

test('whatever would begin a new line becomes a space, and half a character is mended', () => {
  assert.equal(oneLine('Derby\r\nBcc: eve@example.org\u0085x\u2028y\u2029z\0', 100), 'Derby Bcc: eve@example.org x y z')
  assert.equal(oneLine('🎫🎫', 3), '🎫\ufffd')
})

test('an address is one address, whatever the header or command that it stands in', () => {
  for (const good of ['ada@example.org', "o'brien+tickets@mail.example.org", 'jürgen@bücher.example', 'x@localhost']) {
    assert.equal(isMailAddress(good), true, good)
  }
  const bad = ['', 'ada', '@example.org', 'ada@', 'a@b@c', 'a b@c.org', 'a@b.org,c@d.org', 'a@b.org;c@d.org']
  const worse = [
    '<a@b.org>',
    'Ada <a@b.org>',
    '"a b"@c.org',
    'a@b.org\r\nX: y',
    'a\u200b@b.org',
    'a(comment)@b.org',
    'a@[127.0.0.1]',
  ]
  for (const text of [...bad, ...worse, `${'x'.repeat(65)}@b.org`]) assert.equal(isMailAddress(text), false, text)
})

test('nine waits, each longer than the one before, and then no more', () => {
  const waits = Array.from({ length: 9 }, (_, n) => retryAfterMs(n + 1) ?? 0)
  assert.deepEqual(
    waits,
    waits.toSorted((a, b) => a - b),
  )
  assert.equal(retryAfterMs(10), undefined)
})
