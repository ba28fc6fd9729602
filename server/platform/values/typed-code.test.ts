import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from './random.ts'
import { drawTypedCode, groupedCode, isTypedCode, readTypedCode } from './typed-code.ts'

test('a code is read as people type it: in groups, in small letters, with O for zero and I or L for one', () => {
  const code = drawTypedCode(() => Uint8Array.from([0, 1, 0, 1, 10, 11, 12, 13, 14, 15, 16, 17]))
  assert.equal(groupedCode(code), '0101-ABCD-EFGH2')
  for (const typed of [
    code,
    code.toLowerCase(),
    ` ${groupedCode(code)} `,
    'OIol abcd efgh2',
    '0 1 0 1 A B C D E F G H 2',
  ])
    assert.equal(readTypedCode(typed), code, typed)
})

test('a wrong character, a missing one and two that changed places are no code', () => {
  for (let round = 0; round < 200; round += 1) {
    const code = drawTypedCode(systemRandom)
    assert.ok(isTypedCode(code))
    const at = round % 12
    const [one = '', other = ''] = [code[at], code[at + 1]]
    const swapped = code.slice(0, at) + other + one + code.slice(at + 2)
    const slipped = code.slice(0, at) + (one === '7' ? '8' : '7') + code.slice(at + 1)
    if (one !== other) assert.equal(readTypedCode(swapped), undefined, `${code} as ${swapped}`)
    assert.equal(readTypedCode(slipped), undefined, `${code} as ${slipped}`)
    assert.equal(readTypedCode(code.slice(1)), undefined)
  }
})
