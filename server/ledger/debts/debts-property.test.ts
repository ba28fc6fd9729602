import { test } from 'node:test'
import { checkHistories } from '../../../tests/builders/debts-property.ts'

test('whatever is paid, credited, refunded, waived, disputed and taken back, each step killed and taken up again, rows and books are as exact integers say', () =>
  checkHistories('AUD', 4))
