import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { enrolmentCode } from './enrol-device.ts'

const house = await openHouse()
const club = await house.organisation()
const awayClub = await house.organisation()

const enrol = (code: string, remoteAddress: string) =>
  house.call('POST', '/v1/gate/enrol', { body: { code }, remoteAddress })
const newCode = async ({ key }: Tenant) =>
  (await house.call('POST', '/v1/manage/devices', { key, body: { name: 'North' } })).body.enrolment_code as string

/** Codes that could be one of this organisation, until one is not looked at any more. */
async function guess({ orgId }: Tenant, address: string) {
  for (let tries = 0; ; tries += 1) {
    const answer = await enrol(enrolmentCode(orgId), address)
    if (answer.status !== 400) return { tries, answer }
  }
}

test('whoever guesses codes has to wait, and longer each time; others do not wait for them', async () => {
  const address = '198.51.100.7'
  const { tries, answer } = await guess(club, address)
  assert.equal(tries, 30)
  assert.equal(answer.body.error.code, 'rate_limit_codes')
  assert.equal(answer.headers['retry-after'], '1')
  house.clock.advance(1_000)
  assert.equal((await enrol(enrolmentCode(club.orgId), address)).status, 400)
  assert.equal((await enrol(enrolmentCode(club.orgId), address)).headers['retry-after'], '2')

  // Another gate of the same organisation, and another organisation at the same address.
  assert.equal((await enrol(await newCode(club), '198.51.100.8')).status, 201)
  assert.equal((await enrol(await newCode(awayClub), address)).status, 201)
  // Where the guessing was, the right code works once the wait is over, and then no caller waits.
  const code = await newCode(club)
  assert.equal((await enrol(code, address)).status, 429)
  house.clock.advance(2_000)
  assert.equal((await enrol(code, address)).status, 201)
  assert.equal((await enrol(await newCode(club), address)).status, 201)
})

test('a slip is no guess: the check character gives it away before anybody looks', async () => {
  const code = await newCode(club)
  const slip = code.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (let tries = 0; tries < 60; tries += 1) assert.equal((await enrol(slip, '198.51.100.9')).status, 400)
  assert.equal((await enrol(code, '198.51.100.9')).status, 201)
})
