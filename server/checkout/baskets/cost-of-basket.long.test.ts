import { test } from 'node:test'
import { checkRefunds, checkTotals } from '../../../tests/builders/cost-of-basket.ts'

test('over 100,000 orders, totals and tax are those of exact fractions, included or on top', () => checkTotals(100_000))

test('over 20,000 orders, refunds in any split return exactly their tax, included or on top', () =>
  checkRefunds(20_000))
