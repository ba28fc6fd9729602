import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isParticipantId, plainParticipantId, readParticipantId } from './participant-id.ts'

describe('a participant id', () => {
  const valid = [
    '0192:991825827',
    '0208:0762986459',
    '0184:13585628',
    '0184:DK13585628',
    '0088:5790000435975',
    '0007:5567321707',
    '9930:DE136695976',
    '0151:51824753556',
    '0106:12345678',
    '9944:NL123456789B01',
    '9925:BE0762986459',
    '0204:04011000-1234512345-06',
    '0060:123456789',
  ]
  const invalid = [
    '0192:991825828',
    '0192:000000000',
    '0208:0762986458',
    '0208:762986459',
    '0184:1358562',
    '0184:DE13585628',
    '0088:5790000435974',
    '0007:5567321708',
    '9930:DE136695977',
    '9930:136695976',
    '0151:51824753557',
    '9925:BE0762986458',
    '0000:123',
    '9999:123',
    'EM:office@club.example',
    '0060:',
    '0060:ab c/d',
    `0060:${'1'.repeat(51)}`,
    '991825827',
    '',
  ]
  for (const id of valid) test(`${id} is one`, () => assert.equal(isParticipantId(id), true))
  for (const id of invalid) test(`“${id.slice(0, 30)}” is none`, () => assert.equal(isParticipantId(id), false))

  test('is taken as people paste it', () => {
    assert.equal(plainParticipantId(' iso6523-actorid-upis::0192: 991 825 827 '), '0192:991825827')
    assert.equal(plainParticipantId('9930:de136695976'), '9930:DE136695976')
    assert.deepEqual(readParticipantId('0204:04011000-1234512345-06'), {
      scheme: '0204',
      value: '04011000-1234512345-06',
    })
  })
})
