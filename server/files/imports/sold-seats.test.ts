import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { importFile } from './import-file.ts'
import type { Rejection } from './importer.ts'
import { memberFile } from './member-file.ts'

const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation()
const shop = shopOf(house, club)

test('a member is not given a seat that is sold for a coming event; a cancelled one may have had it', async () => {
  const sections = [{ title: 'W', rows: [{ title: 'A', seats: [{ title: '1' }] }] }]
  const { seat_map_id } = (await shop.call('POST', '/v1/manage/seat_maps', { title: 'Stand', sections })).body
  const { data } = (await shop.call('GET', `/v1/manage/seat_maps/${seat_map_id}/seats`)).body
  const { seat_id, seat_section_id } = data[0]
  const coming = { starts_at: new Date(clock().getTime() + 86_400_000), ends_at: null }
  const offer = await addOffer(house, club, { event: { reserved_seating: true, seat_map_id, ...coming } })
  await sql`
    insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id)
    values (${club.orgId}, ${offer.eventId}, ${seat_map_id}, ${seat_section_id}, ${offer.priceCategoryId})`
  const basketId: string = (await shop.open()).body.id
  await shop.add(basketId, { price_id: offer.priceId, seat_ids: [seat_id] })
  assert.equal((await shop.checkOut(basketId)).body.status, 'confirmed')
  await shop.call('POST', '/v1/manage/customers', { org_customer_id: 'c1' })
  const { typeId } = await seasonOfMap(house, club, seat_map_id)
  const rows = [
    'org_customer_id,first_name,last_name,membership_type_id,membership_member_status_id,membership_seat_id',
    `c1,Ada,Okafor,${typeId},1,${seat_id}`,
    `c1,Ben,Okafor,${typeId},3,${seat_id}`,
  ]
  const rejected: Rejection[] = []
  const onRejected = (rejection: Rejection) => rejected.push(rejection)
  const file = Readable.from([Buffer.from(rows.join('\n'))])
  const report = await importFile(memberFile, { orgId: club.orgId, sql, clock, file, skipBadRows: true, onRejected })
  assert.deepEqual([report.imported, rejected.map(({ line }) => line)], [1, [2]])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})
