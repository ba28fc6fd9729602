import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../tests/harness/growth.ts'
import { scrub } from './logger.ts'

test('what is logged is scrubbed in time that grows with its length', () => {
  for (const part of ['a', 'eyJ-', 'eyJa.', 'a.', '-', 'ors_', 'a@', 'whsec_', 'eyJa.-'])
    assertLinear(part, 64_000, (size) => part.repeat(size / part.length), scrub)
})

test('tokens and addresses are taken out of a sentence, also behind other letters', () => {
  for (const secret of [
    'eyJhbGciOi.eyJzdWIi.c2ln',
    'Bearer=eyJhbGciOi.eyJzdWIi.',
    'x-eyJhbGciOi.eyJzdWIi.c2ln',
    'ann@club.example',
    'a@b@c',
  ])
    assert.doesNotMatch(scrub(`before ${secret} after`), /eyJ|@/, secret)
})
