import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { openMemberSale } from '../../../tests/builders/member-sales.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { customerFile } from '../../files/imports/customer-file.ts'
import { importFile } from '../../files/imports/import-file.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const { priceId } = await addOffer(house, club, { capacity: 100 })

/** The Kelvin sign, which wider folding takes for a k. */
const KELVIN = '\u{212a}'
const create = (email_address: string) =>
  house.call('POST', '/v1/manage/customers', { key: club.key, body: { email_address } })
const buy = async (email: string, price = priceId) =>
  shop.checkOut(await shop.fill(price, 1), { customer: { ...buyer, email } })

test('an order by an address beyond ASCII has its customer, and the next one by the same address too', async () => {
  const first = await buy('İda@example.org')
  assert.equal(first.body.status, 'confirmed', first.text)
  assert.ok(first.body.user_id)
  assert.equal((await buy('İDA@Example.org')).body.user_id, first.body.user_id)
  assert.notEqual((await buy('ida@example.org')).body.user_id, first.body.user_id)
})

test('addresses that differ beyond the case of ASCII are two customers', async () => {
  assert.equal((await create('kim@example.org')).status, 201)
  assert.equal((await create(`${KELVIN}im@example.org`)).status, 201)
  assert.equal((await create('KIM@example.org')).status, 409)
})

test('a code that proves a member is not mailed to an address that resembles theirs', async () => {
  const sale = await openMemberSale(house, club)
  const { body } = await create('kay@example.org')
  const paid = { membership_type_id: sale.typeId, membership_member_status_id: 1 }
  await addMember(house, club, { user_id: body.user_id, ...paid })
  await sale.page.askCode(await sale.page.fillMembers(), `${KELVIN}ay@example.org`)
  assert.equal((await sale.lastMail())?.sendable, false)
  await sale.page.askCode(await sale.page.fillMembers(), 'KAY@example.org')
  assert.deepEqual([(await sale.lastMail())?.to, (await sale.lastMail())?.sendable], ['kay@example.org', true])
})

test('an import takes such addresses for two as well', async () => {
  const lines = ['org_customer_id,email_address', 'f1,kit@x.org', `f2,${KELVIN}it@x.org`, 'f3,KIT@x.org', '']
  const report = await importFile(customerFile, {
    orgId: club.orgId,
    sql: house.sql,
    clock: house.clock,
    file: Readable.from([Buffer.from(lines.join('\n'))]),
    skipBadRows: true,
    onRejected: ({ line }) => assert.equal(line, 4),
  })
  assert.deepEqual(report, { rows: 3, imported: 2, rejected: 1 })
})
