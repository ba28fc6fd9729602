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
  for (const who of ['a', 'b', 'c', 'd']) ask('club', who)
  ask('other', 'e')
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'e'])
  ends.get('b')?.()
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'e', 'c'])
  ends.get('a')?.()
  ends.get('c')?.()
  await turn()
  ask('club', 'f')
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'e', 'c', 'd', 'f'])
})
