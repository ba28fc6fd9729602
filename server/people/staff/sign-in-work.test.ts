import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { addStaff, asOwnPage } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { hashPassword } from './passwords.ts'

const house = await openHouse()
const club = await house.organisation()

test('an unknown account, one without a password and a wrong password cost one hash each, of the same size', async (t) => {
  const { email } = await addStaff(house, club, { passwordHash: await hashPassword('nine green elephants') })
  const { email: invited } = await addStaff(house, club)
  const argon2 = t.mock.method(crypto, 'argon2')
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const work = async (email_address: string) => {
    argon2.mock.resetCalls()
    const body = { email_address, password: 'not the password' }
    const { status, body: answer } = await house.call('POST', '/v1/staff/sign_in', { headers: asOwnPage, body })
    assert.deepEqual([status, answer.error.code], [401, 'sign_in_failed'])
    return argon2.mock.calls.map(({ arguments: [algorithm, { memory, passes, parallelism, tagLength }] }) => [
      algorithm,
      { memory, passes, parallelism, tagLength },
    ])
  }
  const wrongPassword = await work(email)
  assert.equal(wrongPassword.length, 1)
  assert.deepEqual(await work('nobody@club.test'), wrongPassword)
  assert.deepEqual(await work(invited), wrongPassword)
})
