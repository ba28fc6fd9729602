import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { askingUntilOutage, type FiscalDevice } from './fiscal-device.ts'
import { simulatedDevice } from './simulated-device.ts'

const request = (sequence: number) => ({ counter: 'Window 1', sequence, at: new Date(0), text: `receipt ${sequence}` })

test('a device that hangs is waited for once, and everything left over is an outage at once', async () => {
  let begun = 0
  const hanging: FiscalDevice = {
    ...simulatedDevice('tse', 'SIMULATED', { isOut: false }),
    begin: (_counter, _sequence, _at, signal) => {
      begun += 1
      return new Promise((_, reject) => {
        // The signal alone does not keep a program alive, as a connection does.
        const connection = createServer().listen()
        signal.addEventListener('abort', () => connection.close(() => reject(signal.reason)))
      })
    },
  }
  const ask = askingUntilOutage(hanging, 50)
  const states: string[] = []
  for (const sequence of [1, 2, 3]) states.push((await ask(request(sequence))).state)
  assert.deepEqual([states, begun], [['outage', 'outage', 'outage'], 1])
})

test('a device that answers is asked for each', async () => {
  const ask = askingUntilOutage(simulatedDevice('tse', 'SIMULATED', { isOut: false }))
  const answers = [await ask(request(1)), await ask(request(2))]
  assert.deepEqual(
    answers.map(({ state, text }) => [state, text]),
    [
      ['signed', 'receipt 1'],
      ['signed', 'receipt 2'],
    ],
  )
})
