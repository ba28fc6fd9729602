import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathOf, routes, withQuery } from './routes.ts'

test('an address has what the page shows, and nothing that is empty', () => {
  assert.equal(
    routes.orders({ search: 'zoë k', order_status: '', cursor: undefined }),
    '/console/orders?search=zo%C3%AB+k',
  )
  assert.equal(routes.events(), '/console/events')
  assert.equal(routes.event(12, { tab: 'prices' }), '/console/events/12?tab=prices')
  assert.equal(routes.newEvent({ copy: '7' }), '/console/events/new?copy=7')
  assert.equal(routes.order(3498), '/console/orders/3498')
})

test('an address can be changed again', () => {
  assert.equal(withQuery(pathOf('/console/orders?cursor=abc#x'), { page: 2 }), '/console/orders?page=2')
})
