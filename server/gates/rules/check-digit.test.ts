import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDigit, isWellTyped } from './check-digit.ts'

test('the last digit is that of Luhn', () => {
  assert.equal(checkDigit('7992739871'), '3')
  assert.ok(isWellTyped('79927398713'))
})

test('every digit that is wrong gives itself away', () => {
  const code = `482013${checkDigit('482013')}`
  const slips = [...code].flatMap((right, place) =>
    [...'0123456789']
      .filter((digit) => digit !== right)
      .map((digit) => code.slice(0, place) + digit + code.slice(place + 1)),
  )
  assert.deepEqual(slips.filter(isWellTyped), [])
  assert.deepEqual(['', '1', 'abc', '48201x1', ` ${code}`].filter(isWellTyped), [])
})
