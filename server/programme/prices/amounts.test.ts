import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '../../platform/http/errors.ts'
import { amountColumns } from './amounts.ts'

const refusals = (sent: Parameters<typeof amountColumns>[0], currency: string): string[] => {
  try {
    amountColumns(sent, currency)
    return []
  } catch (error) {
    return ((error as ApiError).toBody('', '').error.errors ?? []).map(({ message }) => message)
  }
}

test('amounts become whole minor units of the event’s currency', () => {
  assert.deepEqual(amountColumns({ price: 12.5, service_fee: 0.29, rebate: 0, service_tax: 1.1 }, 'AUD'), {
    price_minor: 1250,
    service_fee_minor: 29,
    rebate_minor: 0,
    service_tax_minor: 110,
  })
  assert.deepEqual(amountColumns({ price: 1200 }, 'JPY'), { price_minor: 1200 })
  assert.deepEqual(amountColumns({ price: 1.255 }, 'KWD'), { price_minor: 1255 })
})

test('every amount that is finer than the currency, and another currency, are refused together', () => {
  assert.deepEqual(refusals({ price: 12.505, service_tax: 0.001, service_fee: 1, currency: 'NZD' }, 'AUD'), [
    'currency must be AUD, the currency of the event.',
    'price is finer than AUD allows.',
    'service_tax is finer than AUD allows.',
  ])
  assert.deepEqual(refusals({ price: 0.5 }, 'JPY'), ['price is finer than JPY allows.'])
})

test('an amount that sums could lose cents of is refused', () => {
  assert.deepEqual(refusals({ price: 1_000_000_000 }, 'AUD'), [])
  assert.deepEqual(refusals({ price: 1_000_000_000.01 }, 'AUD'), ['price is too large for AUD.'])
})

test('the event’s own currency may be sent along', () => {
  assert.deepEqual(amountColumns({ price: 1, currency: 'AUD' }, 'AUD'), { price_minor: 100 })
})
