import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { checkPdf, pdfCodes, pdfSize, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const memberId = await addMember(house, club)
const path = `/v1/members/${memberId}/card.pdf`

test('a member’s card has the name and the barcode that the gates take', { skip: pdfToolsMissing }, async () => {
  const { body: member } = await house.call('GET', `/v1/members/${memberId}`, { key: club.key })
  const response = await house.app.inject({ url: path, headers: { authorization: `Bearer ${club.key}` } })
  assert.equal(response.headers['content-type'], 'application/pdf')
  const pdf = response.rawPayload
  await checkPdf(pdf)
  assert.deepEqual(await pdfSize(pdf), { pages: 1, widthMm: 85.6, heightMm: 54 })
  const [text = ''] = await pdfTexts(pdf)
  for (const words of ['Harbour City FC', member.first_name, member.last_name, member.member_number]) {
    assert.ok(text.includes(words), words)
  }
  assert.deepEqual(
    (await pdfCodes(pdf)).map((code) => code.text),
    [member.barcode],
  )
})

test('a cancelled member has no card', async () => {
  await house.sql`
    update members
    set membership_member_status_id = 3
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  const { status, body } = await house.call('GET', path, { key: club.key })
  assert.deepEqual([status, body.error.code], [409, 'state_conflict'])
})
