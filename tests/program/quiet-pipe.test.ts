import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { addDemoCustomers } from '../../server/operator/demo/customers.ts'
import { openHouse, TEST_SECRET } from '../harness/house.ts'
import { grandstand, program } from '../harness/program.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City' })
await house.sql.plain.begin((tx) => addDemoCustomers(club.orgId, tx, 20_000))
const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: TEST_SECRET }

test('an export whose reader has seen enough ends quietly', async () => {
  const command = `'${process.execPath}' '${program}' export customers --org ${club.orgId}; echo "code $?" >&2`
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', `( ${command} ) | head -n 2`], {
    env: { PATH: process.env.PATH ?? '', ...settings },
  })
  assert.equal(stdout.trim().split('\n').length, 2)
  assert.equal(stderr, 'code 0\n')
})

test('org list names every organisation, and which is suspended', async () => {
  const other = await house.organisation({ name: 'Riverside' })
  assert.equal((await grandstand(['org', 'suspend', '--org', String(other.orgId)], settings)).code, 0)
  const { stdout } = await grandstand(['org', 'list', '--json'], settings)
  const listed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    listed.map(({ name, suspended }) => [name, suspended]),
    [
      ['Harbour City', false],
      ['Riverside', true],
    ],
  )
  assert.match((await grandstand(['org', 'list'], settings)).stdout, /suspended Riverside$/m)
})
