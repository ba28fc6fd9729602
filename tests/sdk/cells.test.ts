import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrandstandError, grandstand } from '../../sdk/src/index.ts'

const ONE = 'https://one.example.org'
const TWO = 'https://two.example.org'

type Seen = { url: string; idempotencyKey: string | null }

/** Cells that answer by their origin: with the address of another, or with a basket. */
function openCells(moves: Record<string, string>) {
  const seen: Seen[] = []
  const answer: typeof fetch = async (input, init) => {
    const url = String(input)
    seen.push({ url, idempotencyKey: new Headers(init?.headers).get('idempotency-key') })
    const cell_url = moves[new URL(url).origin]
    if (cell_url === undefined) return Response.json({ id: 'bsk_1' })
    return Response.json({ error: { code: 'organisation_moved', message: 'moved', cell_url } }, { status: 421 })
  }
  return { seen, fetch: answer }
}

const key = 'gs_sk_test_x'

test('a client follows an organisation that has moved, with the same Idempotency-Key, and stays there', async () => {
  const cells = openCells({ [ONE]: `${TWO}/` })
  const api = grandstand({ key, url: ONE, fetch: cells.fetch, attemptsMax: 1 })
  await api.baskets.open({})
  const [first, second] = cells.seen
  assert.deepEqual([first?.url, second?.url], [`${ONE}/v1/baskets`, `${TWO}/v1/baskets`])
  assert.equal(second?.idempotencyKey, first?.idempotencyKey)
  await api.baskets.open({})
  assert.deepEqual(cells.seen.at(-1)?.url, `${TWO}/v1/baskets`)
  assert.equal(cells.seen.length, 3)
})

test('a key that goes over TLS is never sent without it, and addresses are not followed in a circle for ever', async () => {
  const plain = openCells({ [ONE]: 'http://two.example.org' })
  const moved = (error: unknown) => error instanceof GrandstandError && error.code === 'organisation_moved'
  await assert.rejects(grandstand({ key, url: ONE, fetch: plain.fetch }).baskets.open({}), moved)
  assert.equal(plain.seen.length, 1)
  const circle = openCells({ [ONE]: TWO, [TWO]: ONE })
  await assert.rejects(grandstand({ key, url: ONE, fetch: circle.fetch }).baskets.open({}), moved)
  assert.equal(circle.seen.length, 6)
})
