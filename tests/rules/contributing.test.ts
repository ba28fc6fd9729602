import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { GROUPS_PER_PROCESSOR } from '../harness/groups.ts'
import { LINES_MAX } from './long-files.ts'
import { readSource } from './source-files.ts'

const page = await readSource('CONTRIBUTING.md')
const root = join(import.meta.dirname, '..', '..')

test('a file may have as many lines as it says', () => {
  assert.match(page, new RegExp(`at most ${LINES_MAX} lines`))
})

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

test('tests share as many processes as it says', () => {
  assert.match(page, new RegExp(`share processes,[^:]*: ${WORDS[GROUPS_PER_PROCESSOR]} for each processor,`))
})

/** The subjects of the last commits; none where this is no clone. */
function readSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', '--no-merges', '--format=%s', '-n', '500'], { cwd: root, stdio: 'pipe' })
    return log.toString().split('\n')
  } catch {
    return []
  }
}

const kindsIn = (subjects: string[]): string[] =>
  subjects.flatMap((subject) => /^([a-z]+)(?:\([^)]*\))?: /.exec(subject)?.[1] ?? [])

test('every kind of commit that is used is one that it names', (t) => {
  const subjects = readSubjects()
  if (subjects.length === 0) return t.skip('this is no clone')
  const [, list = ''] = /^The kinds are (.*?)\./m.exec(page) ?? []
  const named = [...list.matchAll(/`([a-z]+)`/g)].map(([, kind = '']) => kind)
  assert.deepEqual(new Set(kindsIn(subjects)).difference(new Set(named)), new Set())
})

test('is caught: a kind that is not named', () => {
  assert.deepEqual(kindsIn(['feat(members): a', 'wip: b', 'Merge branch', 'docs: c']), ['feat', 'wip', 'docs'])
})
