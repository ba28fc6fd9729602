import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fate, openLedger } from '../../../tests/builders/ledger.ts'
import { orderState, type Sold, sellOrder } from '../../../tests/builders/orders.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import type { Refund } from './refund.ts'

const ledger = openLedger()
const house = await openHouse({ payments: ledger.payments })
const club = await house.organisation()
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments: ledger.payments }

type Step =
  | { do: 'refund'; amount: number }
  | { do: 'tickets'; which: number[]; amount?: number | undefined }
  | { do: 'whole' }
  | { do: 'cancel'; refund: boolean }
  | { do: 'retry' }
  | { do: 'reconcile' }

const cents = fc.integer({ min: 1, max: 4000 }).map((minor) => minor / 100)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), amount: cents }),
  fc.record({
    do: fc.constant('tickets' as const),
    which: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
    amount: fc.option(cents, { nil: undefined }),
  }),
  fc.record({ do: fc.constant('whole' as const) }),
  fc.record({ do: fc.constant('cancel' as const), refund: fc.boolean() }),
  fc.record({ do: fc.constant('retry' as const) }),
  fc.record({ do: fc.constant('reconcile' as const) }),
)
const fate = fc.constantFrom<Fate>(
  'succeeds',
  'fails',
  'takes_time',
  'lost_before',
  'lost_after',
  'crash_before',
  'crash_after',
)

async function carryOut(sold: Sold, next: Step): Promise<void> {
  if (next.do === 'reconcile') {
    house.clock.advance(61_000)
    await reconcileRefunds(deps)
    return
  }
  if (next.do === 'retry') {
    const list = await house.call('GET', `/v1/manage/orders/${sold.orderId}/refunds`, { key: club.key })
    const failed = list.body.data.filter(({ refund_status }: Refund) => refund_status === 'failed')
    await Promise.all(
      failed.map(({ refund_id }: Refund) =>
        house.call('POST', `/v1/manage/refunds/${refund_id}/retry`, { key: club.key }),
      ),
    )
    return
  }
  const path = `/v1/manage/orders/${sold.orderId}/${next.do === 'cancel' ? 'cancel' : 'refunds'}`
  await house.call('POST', path, { key: club.key, body: bodyOf(sold, next) })
}

function bodyOf({ ticketIds }: Sold, next: Step): object {
  if (next.do === 'refund') return { amount: next.amount }
  if (next.do === 'cancel') return { refund: next.refund }
  if (next.do !== 'tickets') return {}
  const amount = next.amount === undefined ? {} : { amount: next.amount }
  return { ticket_ids: next.which.map((index) => ticketIds[index]), ...amount }
}

const amountOf = (refund: string) => Number(refund.split(' ')[1])
const total = (refunds: string[]) => refunds.reduce((sum, refund) => sum + amountOf(refund), 0)

/** What must hold whenever nothing is under way, whatever was done before. */
async function check(sold: Sold, reference: string): Promise<void> {
  const { refunded, refunds, tickets, sold: taken, status } = await orderState(house, club, sold)
  const counted = total(refunds.filter((refund) => !refund.startsWith('failed')))
  assert.deepEqual(refunded, [counted, counted], 'order and payment count the refunds that have not failed')
  assert.ok(counted <= sold.totalMinor, 'never more than was paid')
  assert.ok(ledger.paidBack(reference) <= counted, 'the provider has given back no more than the rows say')
  assert.equal(taken, tickets.filter((state) => state === 1).length, 'the pool counts the active tickets')
  if (status === 'refunded') assert.equal(counted, sold.totalMinor)
  if (status !== 'confirmed') assert.ok(!tickets.includes(1), 'a closed order has no active ticket')
}

test('whatever is asked for, at once, and however the provider answers: never more back than was paid', async () => {
  let orders = 0
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(rounds, fc.array(fate, { maxLength: 12 }), async (groups, fates) => {
      orders += 1
      const reference = `pay_${orders}`
      const sold = await sellOrder(house, club, { tickets: 3, fee: 100, transactionFee: 250, reference })
      ledger.fates.splice(0, Infinity, ...fates)
      for (const group of groups) {
        await Promise.all(group.map((next) => carryOut(sold, next)))
        await check(sold, reference)
      }
      ledger.fates.length = 0
      for (let looks = 0; looks < 3; looks += 1) {
        house.clock.advance(2 * 3600 * 1000)
        await reconcileRefunds(deps)
      }
      await check(sold, reference)
      const { refunds } = await orderState(house, club, sold)
      const open = refunds.filter((refund) => !/^(succeeded|failed) /.test(refund))
      assert.deepEqual(open, [], 'nothing is stuck')
      assert.equal(ledger.paidBack(reference), total(refunds.filter((refund) => refund.startsWith('succeeded'))))
    }),
    { numRuns: 40 },
  )
})
