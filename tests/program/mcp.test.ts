import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { program } from '../harness/program.ts'
import { openServer } from '../sdk/server.ts'

const { house, url } = await openServer()
const club = await house.organisation()

type Answer = { id: number; result: Record<string, unknown>; error?: { code: number } }
type Tool = { name: string; inputSchema: { required: string[] }; annotations: { readOnlyHint: boolean } }

/** An agent that says one thing after the other. */
async function talk(args: string[], messages: object[]): Promise<Answer[]> {
  const child = spawn(process.execPath, [program, 'mcp', '--url', url, '--key', club.key, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  for (const [id, message] of messages.entries())
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
  child.stdin.end()
  const answers: Answer[] = []
  for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line) as Answer)
  assert.deepEqual((await closed)[0], 0)
  return answers
}

const call = (name: string, given: object) => ({ method: 'tools/call', params: { name, arguments: given } })
const toolsIn = (answer: Answer | undefined) => answer?.result.tools as Tool[]

test('an agent finds the reads as tools, by the API’s own schemas, and no change unless it was asked for', async () => {
  const [hello, list, read, refused] = await talk(
    [],
    [
      { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
      { method: 'tools/list' },
      call('retrieveOrganisation', {}),
      call('createVenue', { body: { name: 'Harbour Park' } }),
    ],
  )
  assert.deepEqual([hello?.result.protocolVersion, hello?.result.capabilities], ['2025-06-18', { tools: {} }])
  const tools = toolsIn(list)
  assert.ok(tools.length > 50 && tools.every(({ annotations }) => annotations.readOnlyHint))
  assert.deepEqual(tools.find(({ name }) => name === 'retrieveEvent')?.inputSchema.required, ['event_id'])
  assert.ok(!JSON.stringify(tools).includes('$ref'))
  assert.match(JSON.stringify(read?.result.structuredContent), new RegExp(`"org_id":"${club.orgId}"`))
  assert.equal(refused?.error?.code, -32_602)
})

test('asked for, changes are tools too; one that is repeated under its key happens once, and a refusal is told', async () => {
  const venue = call('createVenue', { idempotency_key: 'once', body: { name: 'Harbour Park' } })
  const [list, first, again, wrong] = await talk(
    ['--writes'],
    [{ method: 'tools/list' }, venue, venue, call('createVenue', { body: { name: '' } })],
  )
  const tools = toolsIn(list)
  const firstWrite = tools.findIndex(({ annotations }) => !annotations.readOnlyHint)
  assert.ok(firstWrite > 50 && tools.slice(firstWrite).every(({ annotations }) => !annotations.readOnlyHint))
  assert.deepEqual(first?.result.structuredContent, again?.result.structuredContent)
  assert.equal(wrong?.result.isError, true)
  assert.match(JSON.stringify(wrong?.result.content), /parameter_invalid/)
})
