import { test } from 'node:test'
import { checkEveryDeath, checkHistories } from '../../../tests/builders/debts-property.ts'

for (const currency of ['JPY', 'AUD', 'KWD']) {
  test(`in ${currency}, whatever is paid, credited, refunded, waived, disputed and taken back, each step killed and taken up again, rows and books are as exact integers say`, () =>
    checkHistories(currency, 25))
}

test('killed after each of its statements, one after the other, every kind of step happens once', checkEveryDeath)
