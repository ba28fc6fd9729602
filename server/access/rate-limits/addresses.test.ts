import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBucket, createAddressLimits } from './addresses.ts'

function addressLimits(options: { perMinute: number; addressesMax?: number }) {
  const time = { at: '2026-11-15T10:00:30Z' }
  return { time, ...createAddressLimits({ systemClock: () => new Date(time.at), ...options }) }
}

test('an address gets its requests a minute, and then a refusal that says when to come back', () => {
  const { time, take } = addressLimits({ perMinute: 2 })
  assert.deepEqual(take('203.0.113.7'), { allowed: true, limit: 2, remaining: 1 })
  assert.deepEqual(take('203.0.113.7'), { allowed: true, limit: 2, remaining: 0 })
  const refusal = { allowed: false, code: 'rate_limit_address', limit: 2, remaining: 0 }
  assert.deepEqual(take('203.0.113.7'), { ...refusal, retryAfterSeconds: 30 })
  time.at = '2026-11-15T10:00:59.999Z'
  assert.deepEqual(take('203.0.113.7'), { ...refusal, retryAfterSeconds: 1 })
  time.at = '2026-11-15T10:01:00Z'
  assert.equal(take('203.0.113.7').allowed, true)
})

test('a request that is given back can be taken again, and none more', () => {
  const { time, take, giveBack } = addressLimits({ perMinute: 1 })
  take('203.0.113.7')
  giveBack('203.0.113.7')
  assert.equal(take('203.0.113.7').allowed, true)
  assert.equal(take('203.0.113.7').allowed, false)
  time.at = '2026-11-15T10:01:00Z'
  take('203.0.113.8')
  giveBack('203.0.113.7')
  assert.equal(take('203.0.113.7').remaining, 0)
})

test('another address is not affected', () => {
  const { take } = addressLimits({ perMinute: 1 })
  take('203.0.113.7')
  assert.equal(take('203.0.113.7').allowed, false)
  assert.equal(take('203.0.113.8').allowed, true)
})

test('beyond the most addresses that are remembered, the first one is forgotten', () => {
  const { take } = addressLimits({ perMinute: 1, addressesMax: 2 })
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) take(address)
  assert.equal(take('203.0.113.3').allowed, false)
  assert.equal(take('203.0.113.2').allowed, false)
  assert.equal(take('203.0.113.1').allowed, true)
})

test('an IPv6 caller is its /64, however the address is written', () => {
  const bucket = '2001:db8:0:7::/64'
  assert.equal(addressBucket('2001:db8:0:7::1'), bucket)
  assert.equal(addressBucket('2001:0DB8:0000:0007:ffff:ffff:ffff:ffff'), bucket)
  assert.equal(addressBucket('2001:db8::7:1:2:3:4'), bucket)
  assert.equal(addressBucket('2001:db8:0:7:1:2:3.4.5.6'), bucket)
  assert.notEqual(addressBucket('2001:db8:0:8::1'), bucket)
  assert.equal(addressBucket('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(addressBucket('::1'), '0:0:0:0::/64')
})

test('an IPv4 caller is its address, also when a dual-stack socket writes it as IPv6', () => {
  assert.equal(addressBucket('203.0.113.7'), '203.0.113.7')
  assert.equal(addressBucket('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(addressBucket('::FFFF:cb00:7107'), '203.0.113.7')
})

test('whatever is no address counts as one caller', () => {
  for (const nonsense of ['', 'localhost', '999.1.1.1', '203.0.113.7, 10.0.0.1', 'x'.repeat(10_000)]) {
    assert.equal(addressBucket(nonsense), 'unknown')
  }
})
