import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationOf } from '../../sdk/src/operation-of.ts'

test('a request is told as the function of the SDK that makes it', () => {
  assert.deepEqual(operationOf('POST', '/v1/manage/events/12/publish'), { name: 'events.publish', ids: ['12'] })
  assert.deepEqual(operationOf('GET', '/v1/manage/orders'), { name: 'orders.listManaged', ids: [] })
  assert.deepEqual(operationOf('DELETE', '/v1/baskets/bsk_1/items/4'), {
    name: 'baskets.removeItem',
    ids: ['bsk_1', '4'],
  })
  assert.deepEqual(operationOf('GET', '/v1/orders/7/tickets.pdf'), { name: 'tickets.retrievePdf', ids: ['7'] })
  assert.equal(operationOf('GET', '/v1/nowhere'), undefined)
})
