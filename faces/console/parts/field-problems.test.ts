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
  assert.equal(
    said('title names nothing that exists.', 'resource_missing'),
    'This is not there any more. Choose another.',
  )
})

test('what is in the way of a change is told as the API does', () => {
  assert.equal(said('The price list is archived.', 'state_conflict'), 'The price list is archived.')
})
