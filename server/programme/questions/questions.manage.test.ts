import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { addQuestion } from '../../../tests/builders/questions.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const call = (method: string, path: string, body?: object) =>
  house.call(method, path, { key: club.key, ...(body ? { body } : {}) })
const ask = (eventId: number, body: object) =>
  call('POST', `/v1/manage/events/${eventId}/questions`, { kind: 'text', asked_of: 'ticket', title: 'Why?', ...body })
const shownTo = async (key: string, eventId: number) =>
  (await house.call('GET', `/v1/events/${eventId}`, { key })).body.questions
const live = () => addEvent(house, club, { event_status_id: 1 })

test('the page of a shop learns what to ask, in the organisation’s order, and whether names are wanted', async () => {
  const eventId = await live()
  await call('PATCH', `/v1/manage/events/${eventId}`, { holder_names: 'required' })
  await ask(eventId, { key: 'why', order_by: 2, show_at_gate: true })
  const choice = { key: 'shirt', kind: 'choice', choices: ['S', 'M'], order_by: 1, required: true, title: 'Shirt' }
  assert.equal((await ask(eventId, choice)).status, 201)
  const { body: event } = await house.call('GET', `/v1/events/${eventId}`, { key: publishable })
  assert.equal(event.holder_names, 'required')
  assert.deepEqual(
    event.questions.map(({ key }: { key: string }) => key),
    ['shirt', 'why'],
  )
  const { question_id, ...shirt } = event.questions[0]
  const { order_by: _order, ...asked } = choice
  assert.deepEqual(shirt, { ...asked, asked_of: 'ticket', description: null })
})

test('an archived question is asked no more, and stays in the list', async () => {
  const eventId = await live()
  const { body: question } = await ask(eventId, { key: 'why' })
  const archived = await call('POST', `/v1/manage/questions/${question.question_id}/archive`)
  assert.equal(archived.body.question_status, 'archived')
  assert.deepEqual(await shownTo(publishable, eventId), [])
  const { body: list } = await call('GET', `/v1/manage/events/${eventId}/questions`)
  assert.equal(list.data.length, 1)
  assert.equal((await ask(eventId, { key: 'why' })).body.error.code, 'state_conflict')
  const [event] = await house.sql<{ asks_questions: boolean }[]>`
    select asks_questions
    from events
    where org_id = ${club.orgId}
      and event_id = ${eventId}`
  assert.equal(event?.asks_questions, false)
})

test('what makes no sense is refused by its field', async () => {
  const eventId = await live()
  const refusal = async (body: object) => {
    const { status, body: answer } = await ask(eventId, { key: 'why', ...body })
    return [status, answer.error?.param]
  }
  assert.deepEqual(await refusal({ kind: 'choice' }), [400, 'choices'])
  assert.deepEqual(await refusal({ choices: ['S'] }), [400, 'choices'])
  assert.deepEqual(await refusal({ kind: 'choice', choices: ['S', 'S'] }), [400, 'choices'])
  assert.deepEqual(await refusal({ asked_of: 'order', show_at_gate: true }), [400, 'show_at_gate'])
  assert.deepEqual(await refusal({ key: 'Why?' }), [400, 'key'])
})

test('an event asks twenty questions at most, and gates show the answers to three', async () => {
  const eventId = await live()
  for (let n = 0; n < 3; n += 1) await addQuestion(house, club, eventId, { show_at_gate: true })
  const fourth = await ask(eventId, { key: 'why', show_at_gate: true })
  assert.deepEqual([fourth.status, fourth.body.error.param], [409, 'show_at_gate'])
  for (let n = 3; n < 20; n += 1) await addQuestion(house, club, eventId)
  assert.equal((await ask(eventId, { key: 'why' })).status, 409)
})

test('an archived event asks nothing new', async () => {
  const eventId = await addEvent(house, club, { event_status_id: 2 })
  const { status, body } = await ask(eventId, { key: 'why' })
  assert.deepEqual([status, body.error.code], [409, 'state_conflict'])
})

test('staff cannot ask at the event of another organisation', async () => {
  const other = await house.organisation()
  const eventId = await addEvent(house, other)
  assert.equal((await ask(eventId, { key: 'why' })).status, 404)
})
