import { test } from 'node:test'
import { checkRefunds, checkShownTax, checkTotals } from '../../../tests/builders/cost-of-basket.ts'

test('over 1,000 orders, totals and tax are those of exact fractions, included or on top', () => checkTotals(1000))

test('refunds in any split return exactly the tax of an order, included or on top', () => checkRefunds(1000))

test('what was sold with so much tax is shown with it to the cent, whatever its rates have become', checkShownTax)
