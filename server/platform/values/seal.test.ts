import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeal } from './seal.ts'

const [OLD, NEW, OTHER] = ['old secret', 'new secret', 'other secret'].map((text) => text.padEnd(32, '.')) as [
  string,
  string,
  string,
]

test('what is sealed opens again, in its own place only', () => {
  const seal = createSeal(OLD)
  const sealed = seal.close('whsec_x', 'endpoints 1 2')
  assert.equal(seal.open(sealed, 'endpoints 1 2'), 'whsec_x')
  assert.throws(() => seal.open(sealed, 'endpoints 1 3'))
  assert.doesNotMatch(sealed.toString('latin1'), /whsec/)
  assert.notDeepEqual(seal.close('whsec_x', 'endpoints 1 2'), sealed)
})

test('a fingerprint is the same for the same text in the same place, and another under another secret', () => {
  const seal = createSeal(OLD)
  const print = seal.fingerprint('203.0.113.9', 'holds of 1')
  assert.match(print, /^[\w-]{22}$/)
  assert.equal(createSeal(OLD).fingerprint('203.0.113.9', 'holds of 1'), print)
  assert.notEqual(seal.fingerprint('203.0.113.9', 'holds of 2'), print)
  assert.notEqual(seal.fingerprint('203.0.113.8', 'holds of 1'), print)
  assert.notEqual(createSeal(NEW, [OLD]).fingerprint('203.0.113.9', 'holds of 1'), print)
})

test('a value that was changed by one bit anywhere does not open', () => {
  const seal = createSeal(OLD)
  const sealed = seal.close('text', 'place')
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    assert.throws(() => seal.open(changed, 'place'), `byte ${place}`)
  }
  assert.throws(() => seal.open(sealed.subarray(0, 20), 'place'), /not a sealed value/)
})

test('after a change of secret the old values open as long as the old secret is known, and say that they are old', () => {
  const sealed = createSeal(OLD).close('text', 'place')
  const rotated = createSeal(NEW, [OLD])
  assert.equal(rotated.open(sealed, 'place'), 'text')
  assert.equal(rotated.isCurrent(sealed), false)
  const anew = rotated.close(rotated.open(sealed, 'place'), 'place')
  assert.equal(rotated.isCurrent(anew), true)
  assert.equal(createSeal(NEW).open(anew, 'place'), 'text')
  assert.throws(() => createSeal(NEW).open(sealed, 'place'), /a secret that is not known here/)
  assert.throws(() => createSeal(OLD, [OTHER]).open(anew, 'place'), /a secret that is not known here/)
})
