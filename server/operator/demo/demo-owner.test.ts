import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwnPage } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { addDemoOwner, demoConsoleLink } from './demo-owner.ts'

const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation()
const signIn = (link = '') =>
  house.call('POST', '/v1/staff/sign_in/link', { body: { token: link.split('#')[1] }, headers: asOwnPage })

test('without the demo’s owner there is no link', async () => {
  assert.equal(await demoConsoleLink(sql, clock, 'http://here'), undefined)
})

test('the link of a start signs the demo’s owner into the console, once, and only that of the last start', async () => {
  await addDemoOwner(club.orgId, sql, clock())
  const earlier = await demoConsoleLink(sql, clock, 'http://here')
  const link = await demoConsoleLink(sql, clock, 'http://here')
  assert.match(link ?? '', /^http:\/\/here\/console\/sign-in#[0-9A-Za-z]{40}$/)
  assert.equal((await signIn(earlier)).status, 400)
  const { status, body } = await signIn(link)
  assert.equal(status, 200)
  const works = body.organisations.map(({ org_id, role }: { org_id: string; role: string }) => [org_id, role])
  assert.deepEqual(works, [[String(club.orgId), 'owner']])
  assert.equal((await signIn(link)).status, 400)
})
