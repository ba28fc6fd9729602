import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { bodyOf } from './stream-json.ts'

/** Pieces that say how many were asked for, and whether their maker was told to end. */
function counted(count: number, bytes = 100_000) {
  const seen = { made: 0, ended: false }
  async function* pieces() {
    try {
      for (; seen.made < count; seen.made += 1) yield Buffer.alloc(bytes)
    } finally {
      seen.ended = true
    }
  }
  return { seen, pieces: pieces() }
}

test('pieces are made as they are read, and no faster', async () => {
  const { seen, pieces } = counted(1000)
  const body = bodyOf(pieces)
  await once(body, 'readable')
  assert.ok(seen.made <= 2, `${seen.made} were made for a reader that has taken none`)
  for await (const _piece of body);
  assert.equal(seen.made, 1000)
})

test('a reader that goes away ends the making', async () => {
  const { seen, pieces } = counted(1000)
  const body = bodyOf(pieces)
  await once(body, 'readable')
  body.destroy()
  await once(body, 'close')
  assert.ok(seen.ended)
  assert.ok(seen.made < 10)
})

test('a reader that stops reading is given up, and the making ends', async () => {
  const { seen, pieces } = counted(1000)
  const body = bodyOf(pieces, 20)
  body.once('readable', () => {})
  const [error] = await once(body, 'error')
  assert.match(error.message, /stopped reading/)
  assert.ok(seen.ended)
})

test('a failure half way is a failure of the body', async () => {
  async function* failing() {
    yield Buffer.from('[1')
    throw new Error('the database is gone')
  }
  const body = bodyOf(failing())
  await assert.rejects(async () => {
    for await (const _piece of body);
  }, /the database is gone/)
})
