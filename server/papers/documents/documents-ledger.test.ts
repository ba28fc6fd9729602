import { test } from 'node:test'
import { checkDocuments } from '../../../tests/builders/documents-ledger.ts'

test('4 stories: whatever is sold, paid, refunded, forgone, cancelled and comes back, the documents together are the books', () =>
  checkDocuments(4))
