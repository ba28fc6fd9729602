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

/** The same over HTTP, with a key of its own. */
async function post(message: unknown, { key = club.key, path = '/mcp', headers = {} } = {}) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify(message),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

const rpc = (message: object) => ({ jsonrpc: '2.0', id: 1, ...message })

test('over HTTP an agent is offered what its key may read, and changes only where they are asked for', async () => {
  const key = await house.key(club.orgId, { scopes: ['events:read'] })
  const { body } = await post(rpc({ method: 'tools/list' }), { key })
  const names = body.result.tools.map(({ name }: Tool) => name)
  assert.ok(names.includes('listEvents') && !names.includes('listOrders') && !names.includes('createVenue'))
  const { body: read } = await post(rpc(call('retrieveOrganisation', {})))
  assert.equal(read.result.structuredContent.org_id, String(club.orgId))
  const venue = rpc(call('createVenue', { idempotency_key: 'http', body: { name: 'Dock Field' } }))
  assert.equal((await post(venue)).body.error.code, -32_602)
  const [first, again] = [
    await post(venue, { path: '/mcp?writes=true' }),
    await post(venue, { path: '/mcp?writes=true' }),
  ]
  assert.equal(first.body.result.structuredContent.name, 'Dock Field')
  assert.deepEqual(first.body, again.body)
})

test('without a secret key there is nothing, and what is no message is said to be none', async () => {
  const hello = rpc({ method: 'initialize', params: { protocolVersion: '2024-11-05' } })
  assert.equal((await post(hello, { key: 'gs_sk_none' })).status, 401)
  const page = await house.key(club.orgId, { kind: 'pk', scopes: ['events:read'] })
  assert.equal((await post(hello, { key: page })).status, 403)
  assert.equal((await post(hello, { headers: { 'mcp-protocol-version': '1999-01-01' } })).status, 400)
  assert.equal((await fetch(`${url}/mcp`)).status, 405)
  assert.deepEqual(await post({ jsonrpc: '2.0', method: 'notifications/initialized' }), {
    status: 202,
    body: undefined,
  })
  const messages = [{}, { method: 7 }, { ...hello, params: null }, { ...hello, id: {} }]
  for (const message of messages) assert.equal((await post(message)).body.error.code, -32_600, JSON.stringify(message))
  for (const message of [null, 7, [hello]]) assert.equal((await post(message)).status, 400, JSON.stringify(message))
  const { body } = await post(rpc(call('retrieveEvent', { event_id: '..' })))
  assert.equal(body.error.code, -32_602)
})
