import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryIds } from '../../server/platform/values/countries.ts'
import { countryIdOf, countryOf } from './country-ids.ts'

test('every country has the number that the API has for it, and back', () => {
  for (const [code, id] of countryIds) assert.deepEqual([countryIdOf(code), countryOf(id)], [id, code])
})
