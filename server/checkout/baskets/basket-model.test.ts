import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BasketModel, MINUTE } from '../../../tests/builders/basket-model.ts'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, addPrice, poolOf } from '../../../tests/builders/prices.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'
import { createPayments } from '../../payments/payments/providers.ts'
import { reconcileOrders } from '../answers/reconcile.ts'
import { createSettleDeps } from '../answers/settle-deps.ts'
import { sweepBaskets } from './sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const shops = [shopOf(house, club), shopOf(await openSecondHouse(house), club)] as const
const { sql, clock } = house
const payments = createPayments({ stripe: undefined })
const settling = createSettleDeps({ sql, clock, systemClock: clock, seal: house.seal, payments })

const CAPACITY = 8
const PRICES = [
  { limit: null, each: 1 },
  { limit: 3, each: 1 },
  { limit: null, each: 2 },
]
const METHODS = ['ok', 'declined', 'timeout_then_paid', 'timeout_then_failed'] as const

const basket = fc.nat({ max: 5 })
const item = fc.record({ price: fc.nat({ max: 2 }), quantity: fc.integer({ min: 1, max: 4 }) })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), items: fc.array(item, { maxLength: 3 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), basket, item }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      basket,
      item: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), basket, item: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abandon' as const), basket }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('checkout' as const), basket, method: fc.constantFrom(...METHODS) }),
  },
)
const world = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 16 }) }),
  fc.record({ kind: fc.constant('sweep' as const) }),
  fc.record({ kind: fc.constant('reconcile' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

/** One run: a pool of its own, the baskets of the run, and the model beside them. */
async function openRun() {
  const offer = await addOffer(house, club, { capacity: CAPACITY })
  const priceIds = [
    offer.priceId,
    await addPrice(house, club, offer, { limit_places: 3 }),
    await addPrice(house, club, offer, { group_ticket: true, tickets_included: 2 }),
  ]
  const model = new BasketModel(CAPACITY, PRICES)
  const ids: string[] = []
  const start = clock().getTime()
  const itemAt = async (id: string, index: number): Promise<string> =>
    (await shops[0].read(id)).body.items?.[index]?.id ?? '999999999'

  const toItem = ({ price, quantity }: { price: number; quantity: number }) => ({
    price_id: priceIds[price] ?? 0,
    quantity,
  })

  const send = async (one: Step, shop: (typeof shops)[number]) => {
    if (one.kind === 'open') {
      const { status, body } = await shop.open(one.items.length > 0 ? { items: one.items.map(toItem) } : {})
      if (status === 201) ids.push(body.id)
      return { status }
    }
    const id = ids[one.basket] ?? `bsk_${'0'.repeat(32)}`
    const path = `/v1/baskets/${id}`
    switch (one.kind) {
      case 'add':
        return shop.add(id, toItem(one.item))
      case 'change':
        return shop.call('PATCH', `${path}/items/${await itemAt(id, one.item)}`, { quantity: one.quantity })
      case 'remove':
        return shop.call('DELETE', `${path}/items/${await itemAt(id, one.item)}`)
      case 'abandon':
        return shop.call('DELETE', path)
      case 'checkout':
        return shop.checkOut(id, { payment_method: `pm_test_${one.method}` })
    }
  }

  const foresee = (one: Step): number => {
    if (one.kind === 'open') return model.open(one.items)
    const known = model.baskets[one.basket]
    if (!known) return 404
    switch (one.kind) {
      case 'add':
        return model.add(known, one.item)
      case 'change':
        return model.change(known, one.item, one.quantity)
      case 'remove':
        return model.remove(known, one.item)
      case 'abandon':
        return model.abandon(known)
      case 'checkout':
        return model.checkOut(known, one.method)
    }
  }

  const turn = async (one: World) => {
    // Items are in the order of their times; no two of one basket are added in the same millisecond.
    if (one.kind === 'wait') clock.advance(one.minutes * MINUTE + 1)
    model.now = clock().getTime() - start
    if (one.kind === 'sweep') await sweepBaskets(sql, { clock, systemClock: clock })
    if (one.kind === 'reconcile') {
      clock.advance(61 * MINUTE)
      model.now = clock().getTime() - start
      await reconcileOrders(settling)
      model.reconcile()
    }
  }

  const compare = async () => {
    const shown = await Promise.all(ids.map(async (id) => (await shops[1].read(id)).body))
    assert.deepEqual(
      shown.map(({ status, items }) => [status, items.map((item: { quantity: number }) => item.quantity)]),
      model.baskets.map((one) => [model.statusOf(one), one.items.map(({ quantity }) => quantity)]),
    )
  }
  return { offer, ids, send, foresee, turn, compare }
}

/** What must hold at any moment: nothing oversold, the counters are what the rows add up to, tickets only of paid baskets. */
async function consistent(offer: Awaited<ReturnType<typeof addOffer>>): Promise<void> {
  const pool = await poolOf(house, club, offer.priceCategoryId)
  assert.equal(pool.sold, pool.tickets)
  assert.equal(pool.held, pool.holds)
  assert.ok(pool.sold + pool.held <= CAPACITY)
  const [wrong] = await sql`
    select count(*)::int as wrong
    from prices p
    where p.org_id = ${club.orgId}
      and p.event_id = ${offer.eventId}
      and p.limit_places is not null
      and (
        p.sold <> (select count(*) from tickets t where t.org_id = ${club.orgId} and t.price_id = p.price_id)
        or p.held <> (
          select coalesce(sum(h.places), 0)
          from holds h
          where h.org_id = ${club.orgId}
            and h.price_id = p.price_id
        )
      )`
  assert.equal(wrong?.wrong, 0)
}

test('whatever is done to baskets one after the other, the service answers as the model does', async () => {
  const steps = fc.array(fc.oneof({ weight: 6, arbitrary: step }, { weight: 1, arbitrary: world }), {
    minLength: 10,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const run = await openRun()
      for (const [index, one] of list.entries()) {
        if (one.kind === 'wait' || one.kind === 'sweep' || one.kind === 'reconcile') await run.turn(one)
        else {
          await run.turn({ kind: 'wait', minutes: 0 })
          const wanted = run.foresee(one)
          const { status } = await run.send(one, shops[index % 2 === 0 ? 0 : 1])
          assert.equal(status, wanted, JSON.stringify(one))
        }
      }
      await run.compare()
      await consistent(run.offer)
    }),
    { numRuns: 15 },
  )
})

const ANSWERS = new Set([200, 201, 402, 404, 409])

test('whatever is done to baskets at the same time by two processes, nothing is oversold and every row is accounted for', async () => {
  const burst = fc.array(step, { minLength: 2, maxLength: 12 })
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: burst }, { weight: 1, arbitrary: world }), {
    minLength: 2,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const run = await openRun()
      for (const one of list) {
        if (!Array.isArray(one)) {
          await run.turn(one)
          continue
        }
        const answers = await Promise.all(one.map((part, index) => run.send(part, shops[index % 2 === 0 ? 0 : 1])))
        for (const { status } of answers) assert.ok(ANSWERS.has(status), `answered ${status}`)
        await consistent(run.offer)
      }
      await run.turn({ kind: 'reconcile' })
      await run.turn({ kind: 'sweep' })
      await consistent(run.offer)
      const statuses = await Promise.all(run.ids.map(async (id) => (await shops[0].read(id)).body.status))
      assert.ok(!statuses.includes('paying'), 'nothing stays pending')
    }),
    { numRuns: 12 },
  )
})
