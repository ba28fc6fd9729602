import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { importFile } from '../../server/files/imports/import-file.ts'
import type { Rejection } from '../../server/files/imports/importer.ts'
import { memberFile } from '../../server/files/imports/member-file.ts'
import { shopOf } from '../builders/baskets.ts'
import { mailKit } from '../builders/mails.ts'
import { grace } from '../builders/membership-sale.ts'
import { readMail } from '../builders/received-mails.ts'
import { openHouse } from '../harness/house.ts'
import { startSmtp } from '../outside/smtp.ts'

const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation({ name: 'FC Elbe' })
const shop = shopOf(house, club)
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

const manage = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
  const answer = await house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** Blocks with the same rows and seats, as a usual ground has them. */
const block = (title: string, sub: string) => ({
  title,
  sub_section_title: sub,
  rows: ['A', 'B'].map((row) => ({ title: row, seats: ['1', '2', '3', '4'].map((seat) => ({ title: seat })) })),
})
const sections = [block('Südtribüne', '1'), block('Südtribüne', '2'), block('Südtribüne', '3')]
const { seat_map_id: mapId } = await manage('POST', 'seat_maps', { title: 'Stadion', sections })
const { data: seats } = await manage('GET', `seat_maps/${mapId}/seats?limit=500`)
const seatIn = (sub: string, row: string, title: string): number =>
  seats.find(
    (seat: { sub_section_title: string; seat_row: string; seat_title: string }) =>
      seat.sub_section_title === sub && seat.seat_row === row && seat.seat_title === title,
  ).seat_id
const days = { first_day: '2000-01-01', last_day: '2999-12-31' }
const { season_id: seasonId } = await manage('POST', 'seasons', { title: 'Saison 27', seat_map_id: mapId, ...days })
const { membership_category_id } = await manage('POST', 'membership_categories', {
  title: 'Dauerkarten',
  membership_seat_map_id: mapId,
})
const { membership_type_id: typeId } = await manage('POST', 'membership_types', {
  membership_category_id,
  season_id: seasonId,
  title: 'Erwachsene',
  price: 100,
})

test('basket, order, member, season, mail and export name the block of a seat', async () => {
  const items = [{ membership_type_id: typeId, member: grace, seat_id: seatIn('2', 'A', '3') }]
  const { body: basket } = await shop.open({ items })
  const place = { section_label: 'Südtribüne', sub_section_title: '2', seat_row: 'A', seat_title: '3' }
  const placeOf = (seat: Record<string, unknown>) =>
    Object.fromEntries(Object.keys(place).map((name) => [name, seat[name]]))
  assert.deepEqual(placeOf(basket.memberships[0].seat), place)
  const { body: order } = await shop.checkOut(basket.id, { language: 'de' })
  assert.equal(order.memberships[0].season_title, 'Saison 27')
  assert.deepEqual(placeOf(order.memberships[0].seat), place)

  const memberId = order.memberships[0].membership_member_id
  const member = await manage('GET', `members/${memberId}`)
  assert.deepEqual(
    [member.seat_section, member.seat_block, member.seat_row, member.seat_title],
    ['Südtribüne', '2', 'A', '3'],
  )
  const terms = await manage('GET', `members/${memberId}/terms`)
  assert.equal(terms.data[0].seat_block, '2')
  const taken = await manage('GET', `seasons/${seasonId}/seats`)
  assert.deepEqual(
    taken.data.map(({ seat_block }: { seat_block: string }) => seat_block),
    ['2'],
  )
  await send()
  const mails = await Promise.all(smtp.received.map((received) => readMail(received)))
  const mail = mails.find(({ text }) => text.includes('Grace Okafor'))
  assert.match(mail?.text ?? '', /Erwachsene, Saison 27[\s\S]*Südtribüne, Block 2, Reihe A, Platz 3/)
})

test('an import reads labels as they are printed and as clubs write them, and says which seat it may mean', async () => {
  const rows = [
    'email_address,first_name,last_name,membership_type_id,seat_section,seat_block,seat_row,seat_title',
    `ada@example.org,Ada,Okafor,${typeId},,,,"Südtribüne, Block 1, Reihe A, Platz 1"`,
    `ben@example.org,Ben,Okafor,${typeId},,,,"Block 1, A 2"`,
    `cleo@example.org,Cleo,Okafor,${typeId},Südtribüne,3,B,4`,
    `dan@example.org,Dan,Okafor,${typeId},Südtribüne Block 3,,B,3`,
    `eve@example.org,Eve,Okafor,${typeId},,,,1/A/3`,
    `finn@example.org,Finn,Okafor,${typeId},Südtribüne,,B,1`,
    `gil@example.org,Gil,Okafor,${typeId},,,,"Block 7, A 4"`,
  ]
  const rejected: Rejection[] = []
  const onRejected = (rejection: Rejection) => rejected.push(rejection)
  const file = Readable.from([Buffer.from(rows.join('\n'))])
  const report = await importFile(memberFile, { orgId: club.orgId, sql, clock, file, skipBadRows: true, onRejected })
  assert.deepEqual(rejected, [
    {
      line: 7,
      reason:
        'Finn Okafor: No single seat matches "Südtribüne, B, 1". Did you mean Südtribüne, Block 1, Row B, Seat 1?',
    },
    {
      line: 8,
      reason: 'Gil Okafor: No single seat matches "Block 7, A 4". Did you mean Südtribüne, Block 1, Row A, Seat 4?',
    },
  ])
  assert.equal(report.imported, 5)
  const given = await sql<{ first_name: string; membership_seat_id: number }[]>`
    select first_name, membership_seat_id
    from members
    where org_id = ${club.orgId}
      and first_name in ('Ada', 'Ben', 'Cleo', 'Dan', 'Eve')
    order by first_name`
  assert.deepEqual(
    given.map(({ membership_seat_id }) => membership_seat_id),
    [seatIn('1', 'A', '1'), seatIn('1', 'A', '2'), seatIn('3', 'B', '4'), seatIn('3', 'B', '3'), seatIn('1', 'A', '3')],
  )
})

test('a map on which two seats would be printed alike is refused, and the answer names the two', async () => {
  const [north] = [block('Nordtribüne', '1')]
  const alike = { ...north, title: 'Nordtribüne, Block 1', sub_section_title: null }
  const body = { title: 'Zweites Stadion', sections: [north, alike] }
  const refused = await house.call('POST', '/v1/manage/seat_maps', { key: club.key, body })
  assert.equal(refused.status, 409, refused.text)
  assert.match(refused.body.error.message, /"Nordtribüne, Block 1, Row A, Seat 1".*Nordtribüne, Block 1/)
  const { seat_map_id } = await manage('POST', 'seat_maps', { title: 'Zweites Stadion', sections: [north] })
  const added = await house.call('POST', `/v1/manage/seat_maps/${seat_map_id}/sections`, { key: club.key, body: alike })
  assert.equal(added.status, 409, added.text)
})
