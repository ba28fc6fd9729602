import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples } from '../examples/examples.ts'
import { openHouse } from '../harness/house.ts'
import { openapiOf, readOperations } from '../harness/operations.ts'
import { effectFindings, WITHOUT_PROOF } from './effects.ts'

const house = await openHouse()
const operations = readOperations(openapiOf(house))

test('every operation of staff that moves money, mails words or lets others in declares it, and asks for a proof', async () => {
  const findings: string[] = []
  for (const operation of operations) {
    const entry = examples[operation.id]
    if (entry && !Object.hasOwn(WITHOUT_PROOF, operation.id))
      findings.push(...(await effectFindings(house, operation, entry)))
  }
  assert.deepEqual(findings, [])
})

test('no exception is left that no operation needs', async () => {
  const unneeded: string[] = []
  for (const id of Object.keys(WITHOUT_PROOF)) {
    const operation = operations.find((one) => one.id === id)
    const entry = examples[id]
    const findings = operation && entry ? await effectFindings(house, operation, entry) : []
    if (findings.length === 0) unneeded.push(id)
  }
  assert.deepEqual(unneeded, [])
})
