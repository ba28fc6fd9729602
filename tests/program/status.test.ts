import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { keepBeating } from '../../server/operator/status/processes.ts'
import { freePort } from '../harness/free-port.ts'
import { openHouse } from '../harness/house.ts'
import { grandstand, launch } from '../harness/program.ts'

const house = await openHouse()
const club = await house.organisation()
const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: 'a secret for tests of 32 characters' }

test('status shows a cell at a glance: what it is, what waits, who is on the move', async () => {
  await house.sql`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${club.orgId}, gen_random_uuid(), 'leaving', 'https://two.example.org')`
  const { code, stdout, stderr } = await grandstand(['status', '--json'], settings)
  assert.equal(code, 0, stderr)
  const status = JSON.parse(stdout)
  assert.deepEqual([status.cell, status.migrations.applied], [0, status.migrations.known])
  assert.deepEqual(status.organisations, { live: 0, test: 1, suspended: 0 })
  assert.deepEqual(Object.values(status.queues), [0, 0, 0, 0, 0])
  assert.deepEqual(
    status.moves.map(({ org_id, state, address }: Record<string, string>) => [org_id, state, address]),
    [[String(club.orgId), 'leaving', 'https://two.example.org']],
  )
  assert.ok(!stdout.includes(new URL(house.url).password || 'no password'))
})

test('a cell that does not answer is a line like the others, and the exit code says so', async () => {
  const away = `postgres://nobody:hidden@127.0.0.1:${await freePort()}/none`
  const { code, stdout } = await grandstand(['status', '--also', away], settings)
  assert.equal(code, 1)
  assert.match(stdout, /cell 0/)
  assert.match(stdout, /^127\.0\.0\.1:\d+\/none: .*does not answer/m)
  assert.ok(!stdout.includes('hidden'))
})

test('what runs is told with its version, and that no worker is among it, by status and doctor', async () => {
  const api = await keepBeating(house.sql, 'api')
  const without = await grandstand(['status'], settings)
  assert.match(without.stdout, /api +\d+\.\d+\.\d+ on \S+ since /)
  assert.match(without.stdout, /PROCESSES +No worker runs/)
  const ill = await grandstand(['doctor'], settings)
  assert.equal(ill.code, 1)
  assert.match(ill.stdout, /FAIL +processes +No worker runs/)
  const worker = await keepBeating(house.sql, 'worker')
  assert.doesNotMatch((await grandstand(['status'], settings)).stdout, /No worker/)
  assert.match((await grandstand(['doctor'], settings)).stdout, /ok +processes +api on \S+, worker on /)
  await Promise.all([api.stop(), worker.stop()])
})

test('a page shows every cell to this machine alone, what is wrong first and in words', async () => {
  const away = `postgres://nobody:hidden@127.0.0.1:${await freePort()}/none`
  const all = await keepBeating(house.sql, 'all')
  const { child, ended, output } = launch(['status', '--serve', '0', '--also', away], settings)
  try {
    const address = await new Promise<string>((resolve) => {
      child.stdout.on('data', () => {
        const [, url] = /(http:\/\/\S+)\/\n/.exec(output()) ?? []
        if (url !== undefined) resolve(url)
      })
    })
    const page = await (await fetch(address)).text()
    const [wrong = -1, well = -1] = [page.indexOf('/none</h2>'), page.indexOf('Cell 0</h2>')]
    assert.ok(wrong > 0 && well > wrong)
    assert.match(page, /1 of 2 need attention/)
    assert.match(page, /Look: .*does not answer/)
    assert.match(page, /organisation \d+ leaving https:\/\/two\.example\.org/)
    assert.doesNotMatch(page, /hidden/)
    assert.equal(((await (await fetch(`${address}/status.json`)).json()) as object[]).length, 2)
    assert.equal((await fetch(address, { method: 'POST' })).status, 405)
    const { port } = new URL(address)
    const byName = await new Promise((resolve) =>
      get({ host: '127.0.0.1', port, headers: { host: 'evil.example' } }, ({ statusCode }) => resolve(statusCode)),
    )
    assert.equal(byName, 403)
  } finally {
    child.kill('SIGTERM')
    await ended
    await all.stop()
  }
})
