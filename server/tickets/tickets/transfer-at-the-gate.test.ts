import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { whileUncommitted } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const { scan, ticket } = await openGround(house, club)
const grace = { ticket_name: 'Grace Ito', email_address: 'grace@example.com' }
const transfer = (ticketId: number) =>
  house.call('POST', `/v1/manage/tickets/${ticketId}/transfer`, { key: club.key, body: grace })

test('after a transfer the new barcode lets in and the old one does not', async () => {
  const { barcode, ticketId } = await ticket()
  const { body } = await transfer(ticketId)
  assert.equal((await scan(barcode)).body.result, 'blocked')
  assert.equal((await scan(body.barcode)).body.result, 'admitted')
  assert.equal((await transfer(body.ticket_id)).body.error?.message, 'The ticket has been used to enter.')
})

test('a scan that meets a transfer under way waits for it, and the old barcode is refused', async () => {
  const { barcode, ticketId } = await ticket()
  const { body } = await whileUncommitted(
    sql,
    (tx) => tx`
      update tickets
      set ticket_status_id = 4
      where org_id = ${club.orgId}
        and ticket_id = ${ticketId}`,
    () => scan(barcode),
  )
  assert.equal(body.result, 'blocked')
})

test('of a scan and a transfer at the same moment exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { barcode, ticketId } = await ticket()
    const [scanned, moved] = await Promise.all([scan(barcode), transfer(ticketId)])
    assert.equal((scanned.body.result === 'admitted') !== (moved.status === 200), true, `${scanned.text} ${moved.text}`)
  }
})
