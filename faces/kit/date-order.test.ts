import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOrderOf } from './date-order.ts'

test('the order of dates is told by a day after the twelfth or by points, and by nothing else', () => {
  assert.equal(dateOrderOf(['1.2.1990', '31.1.1990', '']), 'dmy')
  assert.equal(dateOrderOf(['1.2.1990']), 'dmy')
  assert.equal(dateOrderOf(['1/2/1990', '31/1/1990']), 'dmy')
  assert.equal(dateOrderOf(['1/2/1990', '1/31/1990']), 'mdy')
  assert.equal(dateOrderOf(['1990-02-01', '1/31/1990']), 'mdy')
  assert.equal(dateOrderOf(['1990-02-01', '86400']), 'ymd')
  assert.equal(dateOrderOf(['']), 'ymd')
})

test('where dates could be read either way, or contradict each other, there is no order', () => {
  assert.equal(dateOrderOf(['1/2/1990', '2/1/1990']), undefined)
  assert.equal(dateOrderOf(['1/31/1990', '31/1/1990']), undefined)
  assert.equal(dateOrderOf(['1.2.1990', '1/31/1990']), undefined)
})
