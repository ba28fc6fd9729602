import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'

/** Files that compare secrets of one length by themselves, each with what makes them so. The list may only shrink. */
const OF_ONE_LENGTH: Record<string, string> = {
  'server/people/staff-sign-on/sign-on-attempt.ts': 'bytes, whose number is compared before',
  'server/people/staff/passwords.ts': 'digests',
  'server/people/staff/totp.ts': 'six digits, by a pattern',
  'server/platform/values/same-text.ts': 'digests',
}

const comparing = (sources: SourceFile[]): string[] =>
  sources
    .filter(({ path, text }) => !isTestFile(path) && /\btimingSafeEqual\(/.test(text))
    .map(({ path }) => path)
    .sort()

test('a typed code is compared in one place, which no letter makes fail', async () => {
  const sources = await readSources(['server'], ['.ts'])
  assert.deepEqual(comparing(sources), Object.keys(OF_ONE_LENGTH).sort())
  const planted = { path: 'server/fans/planted.ts', text: 'timingSafeEqual(Buffer.from(typed), Buffer.from(code))' }
  assert.ok(comparing([...sources, planted]).includes(planted.path))
})
