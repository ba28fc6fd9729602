import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from './source-files.ts'

const ONLY = 'server/people/mailed-codes/mail-on-request.ts'

type Source = { path: string; text: string }

/** Files that write a mail to an address by themselves, past the limit of its mailbox. */
const unlimited = (sources: Source[]): string[] =>
  sources
    .filter(
      ({ path }) => path !== ONLY && path !== 'server/messages/mail/enqueue-mail.ts' && !path.endsWith('.test.ts'),
    )
    .filter(({ text }) => /\benqueueMail\(/.test(text))
    .map(({ path }) => path)

test('a mail that a request asks for is written where its mailbox is counted, and nowhere else', async () => {
  const sources = await readSources(['server'], ['.ts'])
  assert.deepEqual(unlimited(sources), [])
  const planted = { path: 'server/people/planted.ts', text: 'await enqueueMail(orgId, tx, deps, { ...mail, to })' }
  assert.deepEqual(unlimited([...sources, planted]), [planted.path])
})
