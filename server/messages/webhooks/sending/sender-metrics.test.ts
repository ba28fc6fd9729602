import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Registry } from 'prom-client'
import { openDatabase } from '../../../platform/postgres/database.ts'
import { systemClock } from '../../../platform/values/clock.ts'
import { observeAttempts } from './sender-metrics.ts'

test('while the database is away, the other figures are told all the same', async () => {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none')
  after(() => nowhere.end({ timeout: 1 }))
  const registry = new Registry()
  observeAttempts(registry, nowhere, systemClock)
  const text = await registry.metrics()
  assert.match(text, /^grandstand_webhook_late_seconds NaN$/im)
  assert.match(text, /^grandstand_webhook_attempt_seconds_count 0$/m)
})
