import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation()
const eventId = await addEvent(house, club, { title: 'Derby' })
const foreignId = await addEvent(house, other, { title: 'Elsewhere' })

const send = (...lines: string[]) =>
  house.call('POST', '/v1/manage/translations', { key: club.key, body: { file: lines.join('\n') } })
const titles = async () => {
  const { body } = await house.call('GET', `/v1/manage/events/${eventId}`, { key: club.key })
  return body.translations
}

test('a file sets texts, leaves languages without a column alone, and an empty cell takes a text away', async () => {
  const set = await send('object,id,field,de,fr', `event,${eventId},title,Das Derby,Le derby`)
  assert.deepEqual([set.status, set.body], [200, { rows: 1, changed: 1 }])
  assert.deepEqual(await titles(), { de: { title: 'Das Derby' }, fr: { title: 'Le derby' } })
  const again = await send('object,id,field,de', `event,${eventId},title,Das Derby`)
  assert.deepEqual(again.body, { rows: 1, changed: 0 })
  await send('object,id,field,de', `event,${eventId},title,`)
  assert.deepEqual(await titles(), { fr: { title: 'Le derby' } })
})

test('one bad line leaves everything as it was, and says which it is', async () => {
  const before = await titles()
  const good = `event,${eventId},title,Neu`
  const bad: [line: string, says: RegExp][] = [
    ['event,999999,title,x', /line 3: there is no event 999999/],
    [`event,${foreignId},title,x`, /line 3: there is no event/],
    [`event,${eventId},organisation,x`, /line 3: event has no text organisation/],
    ['event,one,title,x', /line 3: one is no id/],
    [`event,${eventId},title,${'x'.repeat(201)}`, /line 3: de has more than 200 characters/],
    [`event,${eventId},title,a\u0007b`, /line 3: de has a character that no text may have/],
    // Names that every object of the language has are no texts either.
    [`event,${eventId},constructor,x`, /line 3: event has no text constructor/],
    [`constructor,${eventId},name,x`, /line 3: constructor has no text name/],
    [`__proto__,${eventId},toString,x`, /line 3: __proto__ has no text toString/],
  ]
  for (const [line, says] of bad) {
    const { status, body } = await send('object,id,field,de', good, line)
    assert.equal(status, 400, line)
    assert.match(JSON.stringify(body.error), says)
    assert.deepEqual(await titles(), before, line)
  }
  assert.equal((await send('object,id,de', `event,${eventId},x`)).status, 400)
  assert.equal((await send('object,id,field,de', '"unended')).status, 400)
})

test('two files that name the same objects in another order are both taken', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => addEvent(house, club, { title: `Round ${n}` })))
  const fileOf = (order: number[], text: string) => [
    'object,id,field,nl',
    ...order.map((id) => `event,${id},title,${text}`),
  ]
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      send(...fileOf(ids, `one ${round}`)),
      send(...fileOf(ids.toReversed(), `two ${round}`)),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
  }
})
