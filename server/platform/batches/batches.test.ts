import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StockError } from '../../programme/stock/errors.ts'
import { createTurns } from '../process/turns.ts'
import { type BatchOptions, createBatches } from './batches.ts'

type Item = { orgId: number; lane: string; number: number }
type Options<Out> = Omit<BatchOptions<Item, Out>, 'run' | 'sizeOf'> & {
  run: (numbers: number[]) => Promise<(Out | Error)[]>
  sizeOf?: (number: number) => number
}

/** Numbers in lanes of one organisation. */
function numbered<Out>({ run, sizeOf, ...options }: Options<Out>) {
  const put = createBatches<Item, Out>({
    ...options,
    ...(sizeOf ? { sizeOf: ({ number }) => sizeOf(number) } : {}),
    laneOf: ({ lane }) => lane,
    run: (_orgId, items) => run(items.map(({ number }) => number)),
  })
  return { submit: (lane: string, number: number) => put({ orgId: 1, lane, number }) }
}

/** Batches that keep what they were given, and answer when told to. */
function recorded(options: Partial<Options<string>> = {}) {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const batcher = numbered<string>({
    sizeMax: 100,
    depthMax: 100,
    ...options,
    run: async (items) => {
      batches.push(items)
      await new Promise<void>((resolve) => gates.push(resolve))
      return items.map((item) => (item < 0 ? new StockError('sold_out') : `answer ${item}`))
    },
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const release = async () => {
    gates.shift()?.()
    await turn()
  }
  return { batches, batcher, turn, release }
}

test('what arrives together goes together, and what arrives meanwhile goes next', async () => {
  const { batches, batcher, turn, release } = recorded()
  const first = [1, 2, 3].map((item) => batcher.submit('a', item))
  await turn()
  const second = [4, 5].map((item) => batcher.submit('a', item))
  const elsewhere = batcher.submit('b', 6)
  await turn()
  assert.deepEqual(batches, [[1, 2, 3], [6]])
  await release()
  await release()
  await release()
  assert.deepEqual(
    await Promise.all([...first, ...second, elsewhere]),
    [1, 2, 3, 4, 5, 6].map((item) => `answer ${item}`),
  )
  assert.deepEqual(batches, [[1, 2, 3], [6], [4, 5]])
})

test('a batch is as large as its items say, and one that is larger goes alone', async () => {
  const { batches, batcher, turn, release } = recorded({ sizeOf: (item) => item, sizeMax: 5 })
  const answers = [2, 3, 1, 9, 5].map((item) => batcher.submit('a', item))
  for (let batch = 0; batch < 5; batch += 1) {
    await turn()
    await release()
  }
  await Promise.all(answers)
  assert.deepEqual(batches, [[2, 3], [1], [9], [5]])
})

test('one that is refused is refused alone', async () => {
  const { batcher, turn, release } = recorded()
  const outcomes = Promise.allSettled([1, -2, 3].map((item) => batcher.submit('a', item)))
  await turn()
  await release()
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('one that makes its batch fail fails alone, and its neighbours are answered', async () => {
  const sizes: number[] = []
  const batcher = numbered<number>({
    sizeMax: 10,
    depthMax: 10,
    run: async (items) => {
      sizes.push(items.length)
      if (items.includes(2)) throw Object.assign(new Error('a constraint'), { code: '23514' })
      return items
    },
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit('a', item)))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(sizes, [3, 1, 1, 1])
})

test('a batch whose connection was lost is not tried again: it may have been committed', async () => {
  let runs = 0
  const batcher = numbered<number>({
    sizeMax: 10,
    depthMax: 10,
    run: async () => {
      runs += 1
      throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
    },
  })
  const outcomes = await Promise.allSettled([1, 2].map((item) => batcher.submit('a', item)))
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  assert.equal(runs, 1)
})

test('batches and the queue have a bound', async () => {
  const { batches, batcher, turn, release } = recorded({ sizeMax: 2, depthMax: 3 })
  const answers = [1, 2, 3].map((item) => batcher.submit('a', item))
  await assert.rejects(batcher.submit('b', 4), { code: 'service_unavailable' })
  await turn()
  assert.deepEqual(batches, [[1, 2]])
  await release()
  await release()
  await Promise.all(answers)
  assert.deepEqual(batches, [[1, 2], [3]])
})

test('a batch that fails gives its turn back, and what arrived while the next one waited goes with it', async () => {
  const turns = createTurns(1)
  const batches: number[][] = []
  const batcher = numbered<number>({
    turns,
    sizeMax: 10,
    depthMax: 10,
    run: async (items) => {
      batches.push(items)
      if (items.includes(1)) throw new Error('on purpose')
      return items
    },
  })
  const end = await turns.take('1')
  const first = assert.rejects(batcher.submit('a', 1), { message: 'on purpose' })
  const second = batcher.submit('b', 2)
  await new Promise((resolve) => setImmediate(resolve))
  const third = batcher.submit('b', 3)
  assert.deepEqual(batches, [])
  end()
  await first
  assert.deepEqual(await Promise.all([second, third]), [2, 3])
  assert.deepEqual(batches, [[1], [2, 3]])
})

test('items of two organisations never share a batch', async () => {
  const batches: number[][] = []
  const put = createBatches<{ orgId: number }, number>({
    run: async (orgId, items) => {
      batches.push([orgId, ...items.map((item) => item.orgId)])
      return items.map(() => orgId)
    },
  })
  const orgIds = [1, 2, 1, 2, 3]
  assert.deepEqual(await Promise.all(orgIds.map((orgId) => put({ orgId }))), orgIds)
  assert.deepEqual(batches, [
    [1, 1, 1],
    [2, 2, 2],
    [3, 3],
  ])
})

test('a batch without an answer for each of its items fails instead of reporting success', async () => {
  const put = createBatches<{ orgId: number }, undefined>({ run: async () => [] })
  await assert.rejects(put({ orgId: 1 }), { message: 'a batch of 1 has 0 answers' })
})
