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
  const body = bodyOf(pieces, { stalledMs: 20 })
  body.once('readable', () => {})
  const [error] = await once(body, 'error')
  assert.match(error.message, /stopped reading/)
  assert.ok(seen.ended)
})

test('a reader that trickles is given up by its average, and one that is fast enough is not', async () => {
  for (const [bytesPerSecond, isEnough] of [
    [9_000, true],
    [11_000, false],
  ] as const) {
    let time = 0
    const { seen, pieces } = counted(100)
    // Ten seconds for each 100,000 bytes.
    const now = () => {
      time += 10_000
      return time
    }
    const body = bodyOf(pieces, { bytesPerSecond, now })
    const read = async () => {
      for await (const _piece of body);
    }
    if (isEnough) await read()
    else await assert.rejects(read, /too slowly/)
    assert.ok(seen.ended)
  }
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
