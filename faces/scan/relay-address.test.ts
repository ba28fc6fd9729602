import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relayOrigin } from './relay-address.ts'

test('a turnstile is opened by this computer or the venue’s own network, and by nothing outside', () => {
  const inside = [
    ['http://localhost:8080/open', 'http://localhost:8080'],
    ['http://127.0.0.1/', 'http://127.0.0.1'],
    ['http://192.168.0.20/open?key=7', 'http://192.168.0.20'],
    ['https://10.1.2.3:8443/open', 'https://10.1.2.3:8443'],
    ['http://172.31.0.1', 'http://172.31.0.1'],
    ['http://gate-3.local/open', 'http://gate-3.local'],
    // As browsers read numbers.
    ['http://0x7f.1/', 'http://127.0.0.1'],
  ]
  assert.deepEqual(
    inside.map(([url = '']) => relayOrigin(url)),
    inside.map(([, origin]) => origin),
  )
  const outside = [
    ...['', 'localhost:8080', 'ftp://localhost/', 'javascript:alert(1)', 'http://user:word@localhost/'],
    ...['https://example.org/open', 'http://203.0.113.7/', 'http://172.32.0.1/', 'http://localhost.example.org/'],
    ...['http://evil.local; connect-src */', 'http://10.0.0.1.example.org/', 'http://[::1]/'],
  ]
  assert.deepEqual(
    outside.map((url) => relayOrigin(url)),
    outside.map(() => undefined),
  )
})
