import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../harness/house.ts'
import { openapiOf, readOperations } from '../harness/operations.ts'
import { tableFindings } from './operation-table.ts'
import type { Owing, Rule } from './owed.ts'
import { needsKey, needsScope } from './owes-access.ts'
import { answersAsDescribed, sendsHeaders } from './owes-answers.ts'
import { leavesAudit } from './owes-audit.ts'
import { refusesUnknown, repeatsSafely } from './owes-input.ts'
import { showsByRight } from './owes-secrecy.ts'
import { keepsTenantsApart } from './owes-tenancy.ts'
import { faultyExamples, faultyOperations } from './planted-faults.ts'

/** The tests of the tests: each rule must find the operation that was made to break it. */
const house = await openHouse({ extraOperations: faultyOperations })
const operations = readOperations(openapiOf(house)).filter(({ path }) => path.startsWith('/v1/planted'))

function owing(id: string, claims: { scope?: string } = {}): Owing {
  const operation = operations.find((candidate) => candidate.id === id)
  const entry = faultyExamples[id]
  if (!operation || !entry) throw new Error(`no planted operation ${id}`)
  return { house, operation: { ...operation, ...claims }, entry }
}

function caught(sentence: string, rule: Rule, planted: Owing, ...findings: RegExp[]): void {
  test(sentence, async () => {
    const broken = await rule(planted)
    for (const finding of findings) assert.match(broken.join('\n'), finding)
  })
}

test('a route without a scope cannot be registered', async () => {
  const scopeless = openHouse({ extraOperations: [(app) => app.get('/v1/planted/scopeless', async () => ({}))] })
  await assert.rejects(scopeless, /GET \/v1\/planted\/scopeless declares no scope/)
})

test('an operation that is open to everybody is noticed, unless it is one of the health checks', async () => {
  const findings = await tableFindings(house, [owing('open').operation], { open: {} })
  assert.deepEqual(findings, ['open: declares no scope'])
})

test('an operation without an example is noticed, and the line says what to add', async () => {
  const { leaky, ...others } = faultyExamples
  assert.ok(leaky)
  assert.deepEqual(
    (await tableFindings(house, operations, others)).filter((finding) => /^leaky/.test(finding)),
    ['leaky: has no example; add leaky for GET /v1/planted/leaky/{customer_id} to its slice’s file in tests/examples'],
  )
})

test('an example without ids, without a second body, or of nothing is noticed', async () => {
  const findings = await tableFindings(house, [owing('leaky').operation, owing('forgetful').operation], {
    leaky: { make: async () => ({ params: { customer_id: 'x' } }) },
    forgetful: { make: async () => ({ body: { first_name: 'Ada' } }) },
    forgotten: {},
  })
  assert.deepEqual(findings, [
    'forgotten: has an example in tests/examples but is no operation',
    'leaky: its example does not say whose id params.customer_id is; add it to ids, or to notIds',
    'forgetful: its example needs a body and an otherBody that differ',
  ])
})

caught('an operation that asks for no key is caught', needsKey, owing('open', { scope: 'customers:read' }), /no key/)
caught(
  'an operation that asks for another scope than it says is caught',
  needsScope,
  owing('lax', { scope: 'events:read' }),
  /a key with its scope alone: is answered with 403/,
  /every scope but its own: is answered with 200/,
)
caught('a read without org_id is caught', keepsTenantsApart, owing('leaky'), /answered with 200 .* exist with 404/)
caught('a write without org_id is caught', keepsTenantsApart, owing('meddling'), /changes customers of another/)
caught(
  'a write that forgets the Idempotency-Key is caught',
  repeatsSafely,
  owing('forgetful'),
  /not replayed/,
  /changed customers/,
)
caught('a parameter that is passed over is caught', refusesUnknown, owing('lax'), /unknown query parameter/)
caught(
  'an answer with another type and a field too many is caught',
  answersAsDescribed,
  owing('lying'),
  /org_customer_id must be string/,
  /additional/,
)
caught(
  'a code that is shown under another name is caught, for every role and key that may not see it',
  showsByRight,
  owing('telling'),
  /^gates is shown barcode-/m,
  /^reader is shown barcode-/m,
  /^a key with members:read alone is shown barcode-/m,
)
caught('an answer without headers is caught', sendsHeaders, owing('bare'), /X-RateLimit/, /Request-Id/, /Cache-Control/)

caught('a change that leaves no audit row is noticed', leavesAudit, owing('forgetful'), /leaves no audit row/)
