import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCountry } from '../../server/platform/values/countries.ts'
import { countryOptions } from './countries.ts'

test('every country that the API takes is offered by its name, in the order of the language', () => {
  const german = countryOptions('de')
  assert.ok(german.length > 240 && german.every(({ value }) => isCountry(value)))
  assert.equal(german.find(({ value }) => value === 'DK')?.label, 'Dänemark')
  const labels = german.map(({ label }) => label)
  assert.ok(labels.indexOf('Österreich') < labels.indexOf('Polen'))
})
