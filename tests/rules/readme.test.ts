import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandFindings, commandsOf, readProgram } from './documented-commands.ts'
import { readSource, readSources } from './source-files.ts'

const START = 'npm ci && npm start'
const TEST = 'npm ci && npm test'
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']

const { scripts } = JSON.parse(await readSource('package.json')) as { scripts: Record<string, string> }
const program = await readProgram()

test('the README names the two commands that a newcomer needs', async () => {
  const readme = await readSource('README.md')
  for (const command of [START, TEST]) assert.ok(readme.includes(command), `README.md does not name ${command}`)
  assert.ok(scripts.start && scripts.test)
})

test('CI runs exactly the README’s test command, of the quick and the long files, once it has the tools that npm does not bring', async () => {
  assert.equal(commandsOf(await readSource('.ci/run')), `. .ci/tools && ${TEST} -- --all`)
})

test('every command that a page names exists, with its options', async () => {
  const pages = await Promise.all(PAGES.map(async (path) => ({ path, text: await readSource(path) })))
  const all = [...pages, ...(await readSources(['docs'], ['.md']))]
  assert.deepEqual(
    all.flatMap((page) => commandFindings(page, scripts, program)),
    [],
  )
})

test('is caught: a script, a command, a subcommand and an option that do not exist', () => {
  const text = [
    'Run `npm run tets` and `npm run -s check`, then `npx grandstand strat`,',
    '`npx grandstand org delete --org 1` or `npx grandstand org limits --org 1 --per-week 3`.',
    'This is fine: `npx grandstand org limits --org 1` and `npx grandstand --help`.',
  ].join('\n')
  assert.deepEqual(commandFindings({ path: 'a.md', text }, { check: 'x' }, program), [
    'a.md: npm run tets does not exist',
    'a.md: npx grandstand strat does not exist',
    'a.md: npx grandstand org delete does not exist',
    'a.md: npx grandstand org limits does not know --per-week',
  ])
})

test('is caught: a CI that does more, or less, than the README says', () => {
  assert.equal(commandsOf('#!/bin/sh\nset -eu\ncd "$(dirname "$0")/.."\n# why\nnpm ci\nnpm test\n'), TEST)
  assert.notEqual(commandsOf('npm ci && npm test -- --fast'), TEST)
})
