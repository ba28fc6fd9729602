import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ManifestHead } from '../../faces/scan/manifest-facts.ts'
import { Register } from '../../faces/scan/register.ts'
import { foundByNumber } from '../../faces/scan/search.ts'
import { fingerprint, importBarcodeKey } from '../../faces/scan/webcrypto.ts'
import { memberCode } from '../../server/people/members/member-code.ts'
import { groupedCode } from '../../server/platform/values/typed-code.ts'
import { openGround } from '../builders/grounds.ts'
import { openHouse } from '../harness/house.ts'

/* The number that is printed on a member's card, which is not what its code says. */

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const at = house.clock().getTime()

async function newRegister(): Promise<Register> {
  const { body } = await house.call('GET', `/v1/gate/events/${ground.eventId}/manifest`, { key: ground.keys[0] })
  const { tickets, members, barcode_key, ...head } = body
  const barcodeKey = await importBarcodeKey(barcode_key)
  const register = new Register({ ...head, barcodeKey, barcodeKeyMark: await fingerprint(barcode_key) } as ManifestHead)
  register.add(tickets, members)
  return register
}

const spellings = (code: string) => [
  code,
  groupedCode(code),
  groupedCode(code).toLowerCase(),
  ` ${code.toLowerCase()} `,
]

test('a number that we have drawn lets in, however it is typed, and uses up the barcode', async () => {
  for (const [index] of spellings(memberCode()).entries()) {
    const number = memberCode()
    const { memberId, barcode } = await ground.member({ member_number: number })
    const { body } = await ground.scan(spellings(number)[index] ?? '')
    assert.deepEqual([body.result, body.member?.membership_member_id], ['admitted', memberId])
    assert.equal(await ground.result(barcode, { gate: 1 }), 'not_exited')
  }
})

test('of number and barcode at the same moment one is let in', async () => {
  for (let round = 0; round < 10; round += 1) {
    const number = memberCode()
    const { barcode } = await ground.member({ member_number: number })
    const results = await Promise.all([
      ground.result(barcode),
      ground.result(number, { gate: 1 }),
      ground.result(number),
    ])
    assert.deepEqual(results.toSorted(), ['admitted', 'not_exited', 'not_exited'])
  }
})

test('a scanner without a network takes it from its list, however it is typed', async () => {
  const number = memberCode()
  const { memberId } = await ground.member({ member_number: number })
  const register = await newRegister()
  for (const typed of spellings(number)) {
    const { result, holder } = await register.decide(typed, ground.gates[0], 'entry', at)
    assert.deepEqual([result, holder?.member?.membership_member_id], ['admitted', memberId], typed)
  }
})

test('a number of the club’s own finds the member for a steward who types it, and opens no gate as a code', async () => {
  const { memberId } = await ground.member({ member_number: 'FC-00 471/b' })
  const register = await newRegister()
  for (const typed of ['FC-00 471/b', 'fc00471B', ' fc 00471 b ']) {
    const [person, ...others] = await foundByNumber(register, typed)
    assert.deepEqual([person?.subject, person?.by, others], [`m${memberId}`, 'number', []], typed)
    assert.equal((await register.decide(typed, ground.gates[0], 'entry', at)).result, 'unknown')
    assert.equal(await ground.result(typed), 'unknown')
  }
  assert.equal(register.decideFound(`m${memberId}`, ground.gates[0], 'entry', at).result, 'admitted')
  assert.deepEqual(await foundByNumber(register, 'FC-00 472/b'), [])
})

test('the number of a member of another club is unknown, and so is one with a slip', async () => {
  const number = memberCode()
  const elsewhere = await openGround(house, await house.organisation({ name: 'Other Club' }))
  await elsewhere.member({ member_number: number })
  assert.equal(await ground.result(number), 'unknown')
  assert.equal(await elsewhere.result(number.slice(1)), 'unknown')
  assert.equal(await elsewhere.result(number), 'admitted')
})
