import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
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

test('it is in the language that the member last bought in, else in the club’s', {
  skip: pdfToolsMissing,
}, async () => {
  const [member] = await house.sql<{ user_id: number }[]>`
    update members
    set expires = '2027-06-30T12:00:00Z'
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}
    returning user_id`
  const order = { language: 'fr', user_id: member?.user_id ?? 0 }
  const { orderId } = await addOrder(house, club, await addOffer(house, club), { order })
  const textOf = async () => {
    const { rawPayload } = await house.app.inject({ url: path, headers: { authorization: `Bearer ${club.key}` } })
    return (await pdfTexts(rawPayload))[0] ?? ''
  }
  assert.match(await textOf(), /Jusqu’au 30 juin 2027/i)
  await house.sql`
    update orders
    set language = null
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { language: 'de' } })
  assert.match(await textOf(), /Gültig bis 30\. Juni 2027/i)
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
