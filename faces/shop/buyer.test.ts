import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyerProblems, customerOf } from './buyer.ts'
import { en } from './words/en.ts'

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const ada = { email: ' ada@example.org ', first_name: 'Ada', last_name: 'Okafor' }

test('what was left empty is not sent, and spaces around what was typed are not meant', () => {
  assert.deepEqual(customerOf(form({ ...ada, mobile_number: '' })), {
    email: 'ada@example.org',
    first_name: 'Ada',
    last_name: 'Okafor',
  })
  assert.equal(customerOf(form({ ...ada, marketing_emails: 'on' })).marketing_emails, true)
})

test('each field that is empty or plainly wrong is named', () => {
  assert.deepEqual(buyerProblems(customerOf(form(ada)), en), {})
  assert.deepEqual(Object.keys(buyerProblems(customerOf(form({})), en)), ['email', 'first_name', 'last_name'])
  assert.equal(buyerProblems(customerOf(form({ ...ada, email: 'ada@example' })), en).email, en.emailWrong)
})
