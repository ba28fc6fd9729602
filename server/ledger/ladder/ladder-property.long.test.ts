import { test } from 'node:test'
import { checkLadder } from '../../../tests/builders/ladder-property.ts'

test(
  'any order of failures, payments, staff actions and clock steps ends as its model says',
  { timeout: 300_000 },
  () => checkLadder(8),
)
