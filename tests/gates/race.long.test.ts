import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { unique } from '../builders/rows.ts'
import { openHouse, TEST_SECRET } from '../harness/house.ts'
import { startServer } from '../harness/program.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const SCANS = 60
const PROCESSES = 3
const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: TEST_SECRET, PORT: '0' }
const servers = await Promise.all(
  Array.from({ length: PROCESSES }, () => startServer({ ...settings, DATABASE_POOL: '4' }, ['--role', 'api'])),
)
after(async () => {
  for (const { child } of servers) child.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
})

const scan = async (n: number, barcode: string, nonce: string): Promise<Record<string, unknown>> => {
  const key = ground.keys[n % 2 === 0 ? 0 : 1]
  const response = await fetch(`${servers[n % PROCESSES]?.url}/v1/gate/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      event_id: ground.eventId,
      gate_id: ground.gates[n % 2 === 0 ? 0 : 1],
      barcode,
      direction: 'entry',
      nonce,
    }),
  })
  return (await response.json()) as Record<string, unknown>
}

test('60 scans of one barcode at once, at three processes: one is admitted and 59 have been used', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { barcode } = await ground.ticket()
    const answers = await Promise.all(Array.from({ length: SCANS }, (_, n) => scan(n, barcode, unique('race'))))
    const results = Map.groupBy(answers, ({ result }) => result)
    assert.equal(results.get('admitted')?.length, 1)
    assert.equal(results.get('already_used')?.length, SCANS - 1)
  }
})

test('one nonce of one device, sent 60 times at once: one scan, one answer', async () => {
  const { barcode, ticketId } = await ground.ticket(3)
  const nonce = unique('same')
  const answers = await Promise.all(Array.from({ length: SCANS }, (_, n) => scan(2 * n, barcode, nonce)))
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  const [row] = await house.sql<{ entries: number }[]>`
    select entries
    from ticket_admissions
    where org_id = ${club.orgId}
      and ticket_id = ${ticketId}`
  assert.equal(answers[0]?.result, 'admitted')
  assert.equal(row?.entries, 1)
})
