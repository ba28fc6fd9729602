import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerAt, openSignOnHouse } from '../../../tests/builders/staff-sign-on.ts'

const { house, club, issuer, setProvider, goThere, finish } = await openSignOnHouse()

test('a person who comes for the first time in several tabs at once is one member of the team', async () => {
  assert.equal((await setProvider({ group_roles: [{ group: 'office', role: 'reader' }] })).status, 200)
  issuer.claims = { sub: 'ida', email: 'ida@club.example', groups: ['office'] }
  const tabs = await Promise.all(Array.from({ length: 8 }, () => goThere()))
  const answers = await Promise.all(tabs.map(({ cookies, back }) => finish(cookies, answerAt(back))))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const members = await house.sql`
    select 1 as one
    from staff_members
    where org_id = ${club.orgId}
      and email_address = 'ida@club.example'`
  assert.equal(members.length, 1)
})
