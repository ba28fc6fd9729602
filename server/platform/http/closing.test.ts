import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../operation.ts'

/** An idle connection would be kept for longer. */
const timeout = 30_000

test('a connection whose last answer ends while the server closes is not waited for', { timeout }, async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: closing, resolve: close } = Promise.withResolvers<void>()
  const slow: Operation = (app) =>
    app.get('/v1/slow', { config: { scope: 'members:read', shows: 'nothing' } }, async () => {
      ask()
      await closing
      return {}
    })
  const house = await openHouse({ extraOperations: [slow] })
  const { key } = await house.organisation()
  const address = await house.app.listen({ port: 0, host: '127.0.0.1' })
  const answered = new Promise<IncomingMessage>((resolve) => {
    const headers = { authorization: `Bearer ${key}` }
    get(`${address}/v1/slow`, { agent: new Agent({ keepAlive: true }), headers }, resolve)
  })
  await asked
  const closed = once(house.app.server, 'close')
  const stopping = house.app.close()
  setImmediate(close)
  const answer = (await answered).resume()
  assert.equal(answer.statusCode, 200)
  await Promise.all([stopping, closed])
})
