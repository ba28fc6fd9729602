import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { describeSelection, readChanges, selectByChanges } from './changed.ts'

const TEXTS: Record<string, string> = {
  'server/app.ts': `import { plugin } from './sales/refunds/plugin.ts'\nimport './sales/mails/plugin.ts'`,
  'server/sales/refunds/plugin.ts': `import { refundOrder } from './refund-order.manage.ts'`,
  'server/sales/refunds/refund-order.manage.ts': `import { split } from './split.ts'\napp.post('/v1/manage/orders/:order_id/refunds', {})`,
  'server/sales/refunds/split.ts': `export const split = 1`,
  'server/sales/refunds/refund-order.manage.test.ts': `import { openHouse } from '../../../tests/harness/house.ts'`,
  'server/sales/mails/plugin.ts': `import './list-mails.ts'`,
  'server/sales/mails/list-mails.ts': `app.get('/v1/manage/mails', {})`,
  'server/sales/mails/list-mails.test.ts': `import { openHouse } from '../../../tests/harness/house.ts'`,
  'server/sales/figures/net.test.ts': `import { split } from '../refunds/split.ts'`,
  'tests/harness/house.ts': `import { buildApp } from '../../server/app.ts'`,
  'tests/scenarios/night.test.ts': `await house.call('POST', \`/v1/manage/orders/\${order.orderId}/refunds\`, {})`,
  'tests/scenarios/other.test.ts': `await house.call('GET', \`/v1/manage/orders/\${order.orderId}/refunds_due\`, {})`,
  'tests/rules/files.test.ts': '',
  'tests/guides/backup.test.ts': `readFile('docs/operating.md')`,
  'tests/browser/shop.test.ts': '',
  'tests/browser/console-mail.test.ts': '',
  'tests/browser/whole-place.test.ts': '',
  'faces/shop/basket.tsx': '',
  'faces/kit/money.ts': '',
}
const files = Object.entries(TEXTS).map(([path, text]) => ({ path, text }))
const tests = Object.keys(TEXTS).filter((path) => path.endsWith('.test.ts'))

/** The tests that are taken besides the rules; all of them where that is so. */
function taken(...changes: string[]): string[] | 'everything' {
  const selection = selectByChanges(changes, files, tests)
  if ('everything' in selection) return 'everything'
  return [...selection.reasons.keys()].filter((path) => path !== 'tests/rules/files.test.ts').toSorted()
}

test('a changed file takes the tests that import it, those beside what imports it, and those that call its operation', () => {
  const ofRefunds = [
    'server/sales/figures/net.test.ts',
    'server/sales/refunds/refund-order.manage.test.ts',
    'tests/scenarios/night.test.ts',
  ]
  assert.deepEqual(taken('server/sales/refunds/split.ts'), ofRefunds)
  assert.deepEqual(taken('server/sales/mails/list-mails.ts'), ['server/sales/mails/list-mails.test.ts'])
})

test('a changed test takes itself alone, and a document the tests that name it', () => {
  assert.deepEqual(taken('tests/scenarios/night.test.ts'), ['tests/scenarios/night.test.ts'])
  assert.deepEqual(taken('docs/operating.md'), ['tests/guides/backup.test.ts'])
})

test('a face takes the stories that visit it, and what the faces share takes those of all', () => {
  assert.deepEqual(taken('faces/shop/basket.tsx'), ['tests/browser/shop.test.ts', 'tests/browser/whole-place.test.ts'])
  const stories = tests.filter((path) => path.startsWith('tests/browser/')).toSorted()
  assert.deepEqual(taken('faces/kit/money.ts'), stories)
})

test('what all tests stand on takes everything, and says why', () => {
  for (const shared of [
    'package.json',
    'package-lock.json',
    'server/app.ts',
    'server/program/app.ts',
    'server/migrations/0001_first.sql',
    'tests/harness/house.ts',
  ])
    assert.equal(taken('tests/scenarios/night.test.ts', shared), 'everything', shared)
  const selection = selectByChanges(['package.json'], files, tests)
  assert.equal(
    describeSelection(selection, ['package.json'], tests.length),
    `1 changed file: all ${tests.length} test files, because package.json is shared by all tests`,
  )
})

test('the rules are always taken, and the run says how many files it takes and why', () => {
  const changes = ['server/sales/refunds/split.ts']
  const selection = selectByChanges(changes, files, tests)
  assert.ok('reasons' in selection)
  assert.equal(selection.reasons.get('tests/rules/files.test.ts'), 'is a rule')
  assert.equal(
    describeSelection(selection, changes, tests.length),
    [
      `1 changed file: 4 of ${tests.length} test files`,
      '  1: imports server/sales/refunds/split.ts',
      '  1: lies beside what imports server/sales/refunds/split.ts',
      '  1: calls an operation that server/sales/refunds/split.ts changes',
      '  1: is a rule',
    ].join('\n'),
  )
})

test('changes are those of the branch and of the work tree: committed, edited, new, renamed and removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-changed-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const settings = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
  const git = (...args: string[]) => execFileSync('git', [...settings, ...args], { cwd: folder, stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main')
  await mkdir(join(folder, 'server'))
  for (const name of ['kept', 'edited', 'removed', 'renamed', 'committed'])
    await writeFile(join(folder, 'server', `${name}.ts`), `export const text = '${name}'\n`)
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  git('checkout', '--quiet', '-b', 'branch')
  await writeFile(join(folder, 'server', 'committed.ts'), '')
  git('commit', '--quiet', '-a', '-m', 'second')
  await writeFile(join(folder, 'server', 'edited.ts'), '')
  await writeFile(join(folder, 'server', 'new.ts'), '')
  git('rm', '--quiet', 'server/removed.ts')
  git('mv', 'server/renamed.ts', 'server/other-name.ts')
  const inWorkTree = ['edited', 'new', 'other-name', 'removed', 'renamed'].map((name) => `server/${name}.ts`)
  assert.deepEqual(readChanges(folder, 'HEAD'), inWorkTree)
  assert.deepEqual(readChanges(folder, 'main'), ['server/committed.ts', ...inWorkTree])
})
