import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { limitTime } from './deadline.ts'
import { answerErrors } from './error-handler.ts'

/** Where the limit is nothing, every request is over it at the first look. */
function open(limitMs: number) {
  const app = Fastify()
  answerErrors(app, () => 'http://grandstand.test/docs')
  limitTime(app, limitMs)
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const handler = async () => {
    begin()
    await promise
    return { done: true }
  }
  app.get('/slow', handler)
  app.get('/stream', { config: { unhurried: true } }, handler)
  return { app, begun, finish: resolve }
}

test('a handler that takes too long is answered by 503 in its place, and its own answer comes to nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { app, begun, finish } = open(0)
  const answer = app.inject('/slow')
  await begun
  t.mock.timers.tick(1000)
  const { statusCode, body } = await answer
  assert.deepEqual([statusCode, JSON.parse(body).error.code], [503, 'service_unavailable'])
  finish()
  await app.close()
})

test('a handler within the limit, or one that may take as long as it likes, is left alone', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  for (const [path, limitMs] of [
    ['/slow', 60_000],
    ['/stream', 0],
  ] as const) {
    const { app, begun, finish } = open(limitMs)
    const answer = app.inject(path)
    await begun
    t.mock.timers.tick(5000)
    finish()
    assert.deepEqual((await answer).json(), { done: true })
    await app.close()
  }
})
