import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('so many at once for each name, the others in the order in which they asked', async () => {
  const turns = createTurns(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = async (name: string, who: string) => {
    const end = await turns.take(name)
    begun.push(who)
    ends.set(who, end)
  }
  // None of them is waited for: each begins when the test ends the turn before it.
  for (const who of ['a', 'b', 'c', 'd']) void ask('club', who)
  void ask('other', 'e') // the same
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'e'])
  ends.get('b')?.()
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'e', 'c'])
  ends.get('a')?.()
  ends.get('c')?.()
  await turn()
  // Begins when the test ends a turn.
  void ask('club', 'f')
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'e', 'c', 'd', 'f'])
})
