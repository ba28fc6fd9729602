import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from './source-files.ts'

/** A session of a browser begins in one function, which refuses to replace another person's without their agreement. */
const ONLY = 'server/people/staff/begin-session.ts'

type Source = { path: string; text: string }

const openers = (sources: Source[]): string[] =>
  sources
    .filter(({ path, text }) => path !== ONLY && !/export async function openSession\(/.test(text))
    .filter(({ text }) => /\bopenSession\b|insert into staff_sessions/.test(text))
    .map(({ path }) => path)

test('a session begins in one place, so that no link can change who is signed in', async () => {
  const sources = (await readSources(['server'], ['.ts'])).filter(({ path }) => !path.endsWith('.test.ts'))
  assert.ok(sources.some(({ path }) => path === ONLY))
  assert.deepEqual(openers(sources), [])
  const planted = {
    path: 'server/people/staff/planted.ts',
    text: "import { openSession } from '…'\nawait openSession(tx)",
  }
  assert.deepEqual(openers([...sources, planted]), [planted.path])
})
