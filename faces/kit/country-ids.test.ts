import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOptions } from './countries.ts'
import { countryIdOf, countryIds, countryOf } from './country-ids.ts'

test('a country has its number by ISO 3166-1, and back', () => {
  for (const [code, id] of [
    ['AF', 4],
    ['AU', 36],
    ['DE', 276],
    ['XK', undefined],
    ['', undefined],
  ] as const)
    assert.equal(countryIdOf(code), id)
  assert.deepEqual([countryOf(4), countryOf(276), countryOf(1)], ['AF', 'DE', undefined])
})

test('whatever country is chosen has a number, and no number stands for two', () => {
  const chosen = countryOptions('en').map(({ value }) => value)
  assert.deepEqual(chosen.toSorted(), [...countryIds.keys()].toSorted())
  assert.equal(new Set(countryIds.values()).size, countryIds.size)
})
