import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const list = (query: string, key = club.key) => house.call('GET', `/v1/manage/events?${query}`, { key })
const ids = async (query: string) =>
  (await list(query)).body.data.map(({ event_id }: { event_id: string }) => Number(event_id))

const derby = await addEvent(house, club, { title: 'Harbour v Rovers', event_status_id: 1, url_string: 'the-derby' })
const final = await addEvent(house, club, { title: 'Cup final: Rovers v Harbour', event_status_id: 0 })
const gala = await addEvent(house, club, { title: '100 % Gala', event_status_id: 2 })

test('events are found by the words of their title in any order, by number, and by the name in their address', async () => {
  assert.deepEqual(await ids('search=rovers'), [derby, final])
  assert.deepEqual(await ids('search=HARBOUR%20rov'), [derby, final])
  assert.deepEqual(await ids('search=v%20cup'), [final])
  assert.deepEqual(await ids(`search=${gala}`), [gala])
  assert.deepEqual(await ids('search=the-derby'), [derby])
  assert.deepEqual(await ids('search=100%20%25'), [gala], 'a percent sign is a character')
  assert.deepEqual(await ids('search=nothing'), [])
})

test('events are found by their status; without one all are listed, archived ones too', async () => {
  assert.deepEqual(await ids(''), [derby, final, gala])
  assert.deepEqual(await ids('event_status_id=1'), [derby])
  assert.deepEqual(await ids('event_status_id=0&search=rovers'), [final])
})

test('a search goes on by cursor', async () => {
  const { body } = await list('search=rovers&limit=1')
  assert.equal(body.has_more, true)
  assert.deepEqual(await ids(`search=rovers&limit=1&cursor=${body.next_cursor}`), [final])
})

test('another organisation finds none of them', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  assert.deepEqual((await list('search=rovers', other.key)).body.data, [])
})
