import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyMinute, framesOf } from './figures-stream.ts'

test('a stream is read object by object, wherever the network cuts it', async () => {
  const text =
    'id: 1\nevent: figures\ndata: {"inside":1}\n\n: still here\n\nid: 2\nevent: figures\ndata: {"inside":2,"gate":"Süd"}\n\n'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const frames: unknown[] = []
    for await (const frame of framesOf(body)) frames.push(frame)
    assert.deepEqual(frames, [{ inside: 1 }, { inside: 2, gate: 'Süd' }])
  }
})

test('the last hour has sixty minutes, also those in which no fan came', () => {
  const minutes = everyMinute({ as_of: 3_600_059, minutes: [{ minute: 3_600_000, entries: 7, exits: 0, refusals: 1 }] })
  assert.deepEqual(
    [minutes.length, minutes.at(-1), minutes[0]],
    [60, { minute: 3_600_000, entries: 7 }, { minute: 3_596_460, entries: 0 }],
  )
})
