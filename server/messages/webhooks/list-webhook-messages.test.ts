import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import { publishAll } from './publish.ts'

const house = await openWebhookHouse()

type Page = { data: { sequence: number; data: { n: number } }[]; has_more: boolean; next_after: number }

const read = async (key: string, after: number, limit = 100) =>
  (await house.call('GET', `/v1/webhook_messages?after=${after}&limit=${limit}`, { key })).body as unknown as Page & {
    last_sequence: number
  }

test('an organisation without any endpoint reads its messages, in order and without gaps', async () => {
  const club = await house.organisation()
  await house.raise(club, 5)
  const first = await read(club.key, 0, 2)
  assert.deepEqual([first.has_more, first.next_after, first.last_sequence], [true, 2, 5])
  const second = await read(club.key, first.next_after, 2)
  const third = await read(club.key, second.next_after, 2)
  assert.deepEqual(
    [first, second, third].flatMap(({ data }) => data.map(({ sequence }) => sequence)),
    [1, 2, 3, 4, 5],
  )
  const end = await read(club.key, third.next_after)
  assert.deepEqual([end.has_more, end.next_after, end.data], [false, 5, []])
  await house.raise(club)
  assert.equal((await read(club.key, end.next_after)).data.length, 1)
})

test('another organisation counts by itself', async () => {
  const [one, other] = [await house.organisation(), await house.organisation()]
  await house.raise(one, 2)
  await house.raise(other)
  assert.deepEqual(
    (await read(other.key, 0)).data.map(({ sequence }) => sequence),
    [1],
  )
})

test('messages of one change keep their order', async () => {
  const club = await house.organisation()
  const messages = Array.from({ length: 700 }, (_, n) => ({ type: 'customer.updated' as const, data: { n } }))
  await house.sql.begin((tx) => publishAll(club.orgId, tx, house.clock, messages))
  const got: number[] = []
  for (let after = 0, more = true; more; ) {
    const page = await read(club.key, after)
    got.push(...page.data.map(({ data }) => data.n))
    after = page.next_after
    more = page.has_more
  }
  assert.deepEqual(
    got,
    messages.map(({ data }) => data.n),
  )
})

test('a reader who pages while many write and several number them misses none and sees none twice', async () => {
  const club = await house.organisation()
  const WRITERS = 6
  const EACH = 40
  let writing = true
  const write = async (writer: number) => {
    for (let n = 0; n < EACH; n += 1) {
      await house.sql.begin(async (tx) => {
        await publishAll(club.orgId, tx, house.clock, [{ type: 'customer.updated', data: { n: writer * EACH + n } }])
        // A transaction with more to do commits after others that began later.
        if (n % 3 === 0) await tx`select count(*) from generate_series(1, 20000)`
      })
    }
  }
  const seen: number[] = []
  const readers = [0, 1, 2].map(async (reader) => {
    let after = 0
    for (let last = false; ; ) {
      const page = await read(club.key, after, 10)
      if (reader === 0) seen.push(...page.data.map(({ data }) => data.n))
      for (const [index, { sequence }] of page.data.entries()) assert.equal(sequence, after + index + 1)
      after = page.next_after
      if (last && page.data.length === 0) return
      last = !writing
    }
  })
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  writing = false
  await Promise.all(readers)
  assert.equal(seen.length, WRITERS * EACH)
  assert.equal(new Set(seen).size, WRITERS * EACH)
})

test('a number below zero or one that is none is refused', async () => {
  const club = await house.organisation()
  for (const after of ['-1', 'x', '1e2']) {
    const { status } = await house.call('GET', `/v1/webhook_messages?after=${after}`, { key: club.key })
    assert.equal(status, 400)
  }
})

test('a page of long messages is cut before it grows too large, and the next goes on from there', async () => {
  const wordy = await house.organisation()
  const long = 'x'.repeat(1_000_000)
  const messages = Array.from({ length: 10 }, () => ({ type: 'customer.updated' as const, data: { long } }))
  await house.sql.begin((tx) => publishAll(wordy.orgId, tx, house.clock, messages))
  const sizes: number[] = []
  const seen: number[] = []
  for (let after = 0, more = true; more; ) {
    const { body } = await house.call('GET', `/v1/webhook_messages?limit=100&after=${after}`, { key: wordy.key })
    sizes.push(body.data.length)
    seen.push(...body.data.map(({ sequence }: { sequence: number }) => sequence))
    after = body.next_after
    more = body.has_more
  }
  assert.deepEqual(
    [sizes, seen],
    [
      [5, 5],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ],
  )
})
