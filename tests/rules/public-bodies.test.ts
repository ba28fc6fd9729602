import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_BODY_BYTES_MAX } from '../../server/access/authenticate/plugin.ts'
import { basketIdOf, newBasketUuid } from '../../server/checkout/baskets/basket-state.ts'
import { asOwnPage } from '../builders/staff.ts'
import { openHouse } from '../harness/house.ts'
import { isOpen, isWrite, type OperationSpec, openapiOf, readOperations } from '../harness/operations.ts'
import { type HostileBody, hostileBodies } from './hostile-bodies.ts'

/*
 * Whatever a stranger can send is small, and refusing it costs next to nothing. The bound holds for the processor's time of the whole
 * request; a busy machine makes single tries slower, never quicker, so that the quickest of a few counts.
 */
const REFUSAL_MS_MAX = 15
const TRIES_MAX = 20

const house = await openHouse()
const club = await house.organisation()
const key = await house.key(club.orgId, { kind: 'pk' })
const candidates = readOperations(openapiOf(house))
  .filter(isWrite)
  .filter((operation) => operation.publishable || isOpen(operation))

/** A path of the right form, since the body behind a wrong one is not read. */
const pathOf = ({ path }: OperationSpec) =>
  path.replace('{basket_id}', basketIdOf(newBasketUuid())).replaceAll(/\{[^}]*\}/g, '1')

const post = (operation: OperationSpec, { type, text }: Omit<HostileBody, 'name'>) =>
  house.call(operation.method, pathOf(operation), { key, form: text, headers: { ...asOwnPage, 'content-type': type } })

/** A caller who would have to be signed in is turned away unread. */
const isReadOf = async (operation: OperationSpec) =>
  (await post(operation, { type: 'application/json', text: '{}' })).status !== 401
const read = await Promise.all(candidates.map(isReadOf))
const operations = candidates.filter((_, index) => read[index])

async function quickestRefusal(operation: OperationSpec, body: HostileBody): Promise<number> {
  let quickestMs = Number.POSITIVE_INFINITY
  for (let n = 0; n < TRIES_MAX && quickestMs > REFUSAL_MS_MAX; n += 1) {
    const before = process.cpuUsage()
    const { status, body: answer } = await post(operation, body)
    const { user, system } = process.cpuUsage(before)
    quickestMs = Math.min(quickestMs, (user + system) / 1000)
    assert.ok(status === 400 || status === 404 || status === 429, `${body.name}: ${status}`)
    assert.ok((answer.error.errors?.length ?? 0) <= 100, body.name)
    // Requests without a key are counted by address: the minute after brings new requests.
    if (status === 429) house.clock.advance(60_000)
  }
  return quickestMs
}

test('there are operations that a stranger can send bodies to', () => assert.ok(operations.length >= 8))

for (const operation of operations) {
  test(`${operation.id} takes ${PUBLIC_BODY_BYTES_MAX} bytes and no more`, async () => {
    // Requests without a key are counted by address.
    house.clock.advance(60_000)
    const type = 'application/json'
    const { status, body } = await post(operation, { type, text: ' '.repeat(PUBLIC_BODY_BYTES_MAX + 1) })
    assert.deepEqual([status, body.error.code], [413, 'body_too_large'])
    assert.notEqual((await post(operation, { type, text: ' '.repeat(PUBLIC_BODY_BYTES_MAX) })).status, 413)
  })

  test(`${operation.id} refuses the worst of bodies within ${REFUSAL_MS_MAX} ms of processor time`, async () => {
    for (const body of hostileBodies(operation.body, PUBLIC_BODY_BYTES_MAX)) {
      assert.ok(body.text.length <= PUBLIC_BODY_BYTES_MAX, body.name)
      const ms = await quickestRefusal(operation, body)
      assert.ok(ms <= REFUSAL_MS_MAX, `${body.name}: ${ms} ms`)
    }
  })
}
