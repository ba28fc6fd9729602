import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadWords } from '../words/load.ts'

await loadWords('account')
const { browserName } = await import('./browser-name.ts')

const sent: Record<string, string> = {
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36 Edg/144.0.0.0':
    'Edge on Windows',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15':
    'Safari on Mac',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/144.0 Mobile/15E148 Safari/604.1':
    'Chrome on iPhone',
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36':
    'Samsung Internet on Android',
  'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0': 'Firefox on Linux',
  'curl/8.14.1': 'curl/8.14.1',
}

for (const [userAgent, name] of Object.entries(sent))
  test(`${name} is said for what it sends`, () => assert.equal(browserName(userAgent), name))

test('one that sends nothing is a browser', () => assert.equal(browserName(null), 'A browser'))
