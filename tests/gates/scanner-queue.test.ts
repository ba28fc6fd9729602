import { test } from 'node:test'
import { checkEvenings } from './random-evenings.ts'

test('300 random evenings: nothing that is shown to a phone stops its uploads, and no admission is lost', () =>
  checkEvenings(300))
