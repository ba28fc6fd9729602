import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { explainProblem, loadProblemWords } from './field-problems.ts'

before(loadProblemWords)

const said = (message: string, code = 'parameter_invalid') => explainProblem({ param: 'title', code, message })

test('what the API says of a value is told without the name of its parameter', () => {
  assert.equal(said('title is required.', 'parameter_missing'), 'Please fill this in.')
  assert.equal(said('title must not be empty.'), 'Please fill this in.')
  assert.equal(said('title must have at most 200 characters.'), 'At most 200 characters.')
  assert.equal(said('title must be at least 1.'), 'At least 1.')
  assert.equal(said('title must be at most 99.5.'), 'At most 99.5.')
  assert.equal(said('title must be an e-mail address.'), 'An e-mail address, such as ada@club.example.')
  assert.equal(said('title names nothing that exists.', 'resource_missing'), 'This no longer exists. Choose another.')
})

test('what is in the way of a change is told in words, and what none of them fits as the API does', () => {
  const conflict = (message: string) => said(message, 'state_conflict')
  assert.equal(conflict('The price list is archived.'), 'It is archived. Choose another.')
  assert.equal(conflict('Another event has this url_string.'), 'This already exists.')
  assert.equal(conflict('limit_places is below what is sold and held.'), 'More than that is already sold or held.')
  assert.equal(conflict('It has 20 tags already.'), 'Choose at most 20.')
  assert.equal(conflict('The till is Sam’s. Open one of your own.'), 'The till is Sam’s. Open one of your own.')
})
