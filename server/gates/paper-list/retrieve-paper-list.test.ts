import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'
import { groupedCode } from '../../platform/values/typed-code.ts'
import { type ListedPerson, listedName, marginLetter, PEOPLE_MAX, peopleOfFile, sectionsOf } from './list-order.ts'

const house = await openHouse()
const club = await house.organisation()
const { ticket, member, scan, offer, gates, eventId } = await openGround(house, club)

const ask = (query = '', key = club.key, event = eventId) =>
  house.call('GET', `/v1/manage/events/${event}/paper_list.pdf${query}`, { key })

async function pages(query = '', key = club.key): Promise<string[]> {
  const url = `/v1/manage/events/${eventId}/paper_list.pdf${query}`
  const answer = await house.app.inject({ url, headers: { authorization: `Bearer ${key}` } })
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
  return pdfTexts(answer.rawPayload)
}

const person = (name: string, more: Partial<ListedPerson> = {}): ListedPerson => ({
  ...{ name, place: '', stand: null, code: name, isMember: false, entry: null, isInside: false },
  ...more,
})

test('people stand by their last name, those without one at the end, and each stand has sheets of its own', () => {
  const people = [
    person('Zoë Adams', { stand: 'South' }),
    person('', { stand: 'North' }),
    person('Bo Ångström', { stand: 'North' }),
    person('Al Berg'),
  ]
  const names = (by: 'name' | 'stand') =>
    sectionsOf(people, by, 'Elsewhere').map(({ title, people: inSection }) => [
      title,
      ...inSection.map(({ name }) => name),
    ])
  assert.deepEqual(names('name'), [[null, 'Zoë Adams', 'Bo Ångström', 'Al Berg', '']])
  assert.deepEqual(names('stand'), [
    ['North', 'Bo Ångström', ''],
    ['South', 'Zoë Adams'],
    ['Elsewhere', 'Al Berg'],
  ])
  assert.deepEqual(people.map(marginLetter), ['A', '–', 'A', 'B'])
  assert.deepEqual(['Ana de la Cruz', 'Pelé', ''].map(listedName), ['Cruz, Ana de la', 'Pelé', ''])
})

test('the list has everyone whom the gates let in, with a code that they take, and who is in', {
  skip: pdfToolsMissing,
}, async () => {
  const [waiting, inside] = [await ticket(1, { ticket_name: 'Ada Okafor' }), await ticket(1, { ticket_name: 'Ben Li' })]
  await ticket(1, { ticket_name: 'Gone Away', ticket_status_id: 2 })
  await ticket(0, { ticket_name: 'Never Scanned' })
  const number = '8GK3M2QX7V4TD'
  await member({ first_name: 'Grace', last_name: 'Ng', member_number: number })
  await member({ first_name: 'No', last_name: 'Access' }, { access: false })
  await member({ first_name: 'Left', last_name: 'Long-Ago', expires: new Date(house.clock().getTime() - 86_400_000) })
  await scan(inside.barcode)
  const text = (await pages()).join('\n')
  for (const present of ['Okafor, Ada', 'Li, Ben', 'Ng, Grace', groupedCode(waiting.shortCode)])
    assert.ok(text.includes(present), `${present} in ${text}`)
  assert.ok(text.includes(groupedCode(number)) || text.includes(number), text)
  for (const absent of ['Away', 'Scanned', 'Access', 'Long-Ago'])
    assert.ok(!text.includes(absent), `${absent} in ${text}`)
  assert.match(text, /People: 3 · Inside: 1/)
  const { body } = await scan(groupedCode(waiting.shortCode))
  assert.equal(body.result, 'admitted', 'what stands on the paper opens the gate')
})

test('a ground that is too large for one file is printed stand by stand', () => {
  const people = Array.from({ length: PEOPLE_MAX + 1 }, (_, n) => person(`P${n}`, { stand: n % 2 ? 'North' : 'South' }))
  assert.equal(peopleOfFile(people, undefined), undefined)
  assert.equal(peopleOfFile(people, 'North')?.length, PEOPLE_MAX / 2)
  assert.equal(peopleOfFile(people, 'West')?.length, 0)
})

test('a gate has the list of those whom it lets in', { skip: pdfToolsMissing }, async () => {
  const southern = await offer()
  await house.sql`
    insert into price_category_gates (org_id, price_category_id, gate_id)
    values (${club.orgId}, ${southern.price_category_id}, ${gates[1]})`
  await ticket(1, { ticket_name: 'Sue South' }, southern)
  const [north, south] = [await pages(`?gate_id=${gates[0]}`), await pages(`?gate_id=${gates[1]}`)]
  assert.deepEqual(
    [north, south].map((texts) => texts.join().includes('South, Sue')),
    [false, true],
  )
})

test('codes are masked for a reader without codes:read, and the list is refused without scans:read', {
  skip: pdfToolsMissing,
}, async () => {
  const { shortCode } = await ticket(1, { ticket_name: 'Mask Me' })
  const supervisor = await house.key(club.orgId, { scopes: ['gates:manage', 'scans:read'] })
  const text = (await pages('', supervisor)).join('\n')
  assert.ok(text.includes('Me, Mask'))
  assert.ok(!text.includes(groupedCode(shortCode)) && text.includes(`****${shortCode.slice(-4)}`), text)
  const gatesOnly = await house.key(club.orgId, { scopes: ['gates:manage'] })
  assert.equal((await ask('', gatesOnly)).status, 403)
})

test('the event and the gate of another organisation are not found', async () => {
  const stranger = await house.organisation()
  assert.equal((await ask('', stranger.key)).status, 404)
  assert.equal((await ask(`?gate_id=${NOTHING}`)).status, 404)
  assert.equal((await ask('', club.key, NOTHING)).status, 404)
})
