import { test } from 'node:test'
import { checkHistories } from './debts-property-test-kit.ts'

test('whatever is paid, credited, refunded, waived, disputed and taken back, each step killed and taken up again, rows and books are as exact integers say', () =>
  checkHistories('AUD', 4))
