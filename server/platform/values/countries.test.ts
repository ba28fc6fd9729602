import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryId, countryName, isCountry, isCountryId } from './countries.ts'

test('a country has its two letters, its number and its English name', () => {
  assert.deepEqual([isCountry('AU'), countryId('AU'), countryName('AU')], [true, 36, 'Australia'])
  assert.deepEqual([isCountry('GB'), countryId('GB'), countryName('GB')], [true, 826, 'United Kingdom'])
  assert.deepEqual([isCountryId(36), isCountryId(826)], [true, true])
})

test('what ISO 3166-1 does not list is no country, even where the platform has a name for it', () => {
  for (const code of ['UK', 'EU', 'XK', 'ZZ', 'SU', 'QO', 'UN', 'au', 'AUS', '', '__proto__']) {
    assert.equal(isCountry(code), false, code)
    assert.equal(countryId(code), undefined, code)
  }
  for (const id of [0, 1, 37, 999, -36, 36.5]) assert.equal(isCountryId(id), false, String(id))
})

test('all 249 countries have a name and a number of their own', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
  assert.equal(codes.length, 249)
  assert.equal(new Set(codes.map(countryId)).size, 249)
  assert.deepEqual(
    codes.filter((code) => countryName(code) === code),
    [],
  )
})
