import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addQuestion } from '../../../tests/builders/questions.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { eventId, keys } = ground
const shown = { key: 'access', title: 'Access needs', show_at_gate: true }
const accessId = await addQuestion(house, club, eventId, shown)
const hiddenId = await addQuestion(house, club, eventId, { key: 'secret', title: 'Secret' })
const answers = JSON.stringify([
  { question_id: hiddenId, key: 'secret', question: 'Secret', answer: 'hidden' },
  { question_id: accessId, key: 'access', question: 'Access needs?', answer: `Wheelchair ${'x'.repeat(500)}` },
])
const manifest = async () => (await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })).body

test('a steward sees the answers that the organisation wants seen, cut to what can be read in passing', async () => {
  const { barcode } = await ground.ticket(1, { answers })
  const { body } = await ground.scan(barcode)
  assert.equal(body.result, 'admitted')
  assert.equal(body.ticket.answers.length, 1)
  assert.equal(body.ticket.answers[0].question, 'Access needs')
  assert.match(body.ticket.answers[0].answer, /^Wheelchair x{189}$/)
  const plain = await ground.ticket()
  assert.deepEqual((await ground.scan(plain.barcode)).body.ticket.answers, [])
})

test('a scanner without a network has them too, and no others', async () => {
  const { ticketId } = await ground.ticket(1, { answers })
  const { questions, tickets } = await manifest()
  assert.deepEqual(questions, [{ question_id: accessId, title: 'Access needs' }])
  const ticket = tickets.find(({ ticket_id }: { ticket_id: number }) => ticket_id === ticketId)
  assert.equal(ticket.answers.length, 1)
  assert.deepEqual([ticket.answers[0].question_id, ticket.answers[0].answer.length], [accessId, 200])
  assert.equal(JSON.stringify(tickets).includes('hidden'), false)
})

test('a question that is shown from now on makes a device fetch the whole manifest', async () => {
  const { barcode_key: before } = await manifest()
  assert.equal((await manifest()).barcode_key, before)
  const body = { show_at_gate: true }
  await house.call('PATCH', `/v1/manage/questions/${hiddenId}`, { key: club.key, body })
  assert.notEqual((await manifest()).barcode_key, before)
})
