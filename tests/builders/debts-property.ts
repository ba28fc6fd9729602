import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { followSandbox } from '../../server/ledger/disputes/follow-disputes.ts'
import { reconcileRefunds } from '../../server/ledger/refunds/reconcile-refunds.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { readCsv } from '../../server/platform/values/csv.ts'
import { toMajor, toMinor } from '../../server/platform/values/money.ts'
import { fc } from '../harness/chance.ts'
import { type House, openHouse } from '../harness/house.ts'
import { openMortalHouse } from '../harness/mortal-house.ts'
import { shopOf } from './baskets.ts'
import { type Beginning, DebtModel, type DebtStep } from './debt-model.ts'
import { addOffer } from './prices.ts'

/** Of the file that runs: another file of the same process has others. */
let house: House
let mortal: Awaited<ReturnType<typeof openMortalHouse>>
const payments = createPayments({ stripe: undefined })
const depsOn = (sql: typeof house.sql) => ({ sql, clock: house.clock, systemClock: house.clock, payments })

const minor = fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.constantFrom(1, 2720, 8160))
const step: fc.Arbitrary<DebtStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), minor }) },
  fc.record({ do: fc.constantFrom('grant' as const, 'spend' as const, 'waive' as const), minor }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), minor }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reverse' as const, 'payOut' as const) }) },
  fc.record({ do: fc.constant('cancel' as const), refund: fc.boolean() }),
  fc.record({ do: fc.constant('follow' as const) }),
)
const beginning = fc.constantFrom<SandboxBeginning>('invoice', 'invoice', 'disputed', 'disputed then won')
/** After so many statements of a step its process is killed; where the step has fewer, its answer is lost. */
const death = fc.integer({ min: 0, max: 45 })
type SandboxBeginning = Exclude<Beginning, 'refunded at the desk'>
const METHODS = { disputed: 'pm_test_disputed', 'disputed then won': 'pm_test_disputed_then_won' } as const

async function openClub(currency: string) {
  const club = await house.organisation({ currency })
  const { priceId } = await addOffer(house, club, { capacity: 100_000, event: { currency } })
  const { key } = club
  const manage = (method: string, path: string, body?: object, idempotencyKey?: string, by = house) =>
    by.call(method, `/v1/manage/${path}`, {
      key,
      ...(body ? { body } : {}),
      ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
    })
  await manage('PATCH', 'organisation', { disputed_tickets: 'keep' })
  const major = (value: number) => toMajor(value, currency)

  async function sell(began: SandboxBeginning) {
    const customer = { email: `fan-${crypto.randomUUID()}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
    if (began === 'invoice') {
      const sale = { items: [{ price_id: priceId, quantity: 3 }], payment_method: 'invoice', customer }
      return (await manage('POST', 'orders', sale)).body
    }
    const shop = shopOf(house, club)
    const { body } = await shop.checkOut(await shop.fill(priceId, 3), { payment_method: METHODS[began], customer })
    return (await manage('GET', `orders/${body.order_id}`)).body
  }

  /** One order, with the model of it beside it. */
  async function begin(began: SandboxBeginning) {
    house.clock.advance(60_000)
    const from = unixSeconds(house.clock())
    const { order_id: orderId, user_id: userId, total } = await sell(began)
    const model = new DebtModel(toMinor(total, currency) ?? 0, began)
    const debtsOf = async (query: string): Promise<number[]> => {
      const { data } = (await manage('GET', `debts?order_id=${orderId}&limit=100&${query}`)).body
      return data.map(({ debt_id }: { debt_id: number }) => debt_id)
    }

    /** What a step asks for, which is the same however often it is asked. */
    async function requestOf(next: Exclude<DebtStep, { do: 'follow' }>): Promise<[path: string, body: object]> {
      const [debtId = 0] = await debtsOf('owed_by=fan')
      if (next.do === 'reverse') return [`debts/${debtId}/reverse`, { kind: 'mistake', reason: 'x' }]
      if (next.do === 'payOut') {
        const [first = 0, ...also] = await debtsOf('owed_by=club&open=true')
        const others = also.map((debt_id) => ({ debt_id }))
        return [
          `debts/${first}/record_payment`,
          { payment_method: 'cash', ...(also.length > 0 ? { also: others } : {}) },
        ]
      }
      if (next.do === 'cancel') return [`orders/${orderId}/cancel`, { refund: next.refund }]
      const amount = major(next.minor)
      if (next.do === 'grant') return ['credits', { user_id: userId, amount, currency, reason: 'x' }]
      if (next.do === 'spend') return [`debts/${debtId}/pay_by_credit`, { amount }]
      if (next.do === 'waive') return [`debts/${debtId}/waive`, { amount, reason: 'x' }]
      if (next.do === 'refund') return [`orders/${orderId}/refunds`, { amount, keep_tickets: true }]
      return [`debts/${debtId}/record_payment`, { amount, payment_method: 'transfer' }]
    }

    /** Taken by a process that dies at each of these places, one after the other, and then by one that lives. */
    async function take(next: DebtStep, deaths: Iterable<number>): Promise<void> {
      if (next.do === 'follow') {
        const before = await countReversals()
        for (const statements of deaths) {
          const dying = () => followSandbox(depsOn(mortal.sql), club.orgId).catch(() => 0)
          if (!(await mortal.dyingAfter(statements, dying))) break
        }
        // One look opens a dispute and the next wins it, so that one that went through counts.
        if ((await countReversals()) === before) await followSandbox(depsOn(house.sql), club.orgId)
        model.take(next)
        return
      }
      const [path, body] = await requestOf(next)
      const idempotencyKey = crypto.randomUUID()
      for (const statements of deaths) {
        const dying = () => manage('POST', path, body, idempotencyKey, mortal)
        if (!(await mortal.dyingAfter(statements, dying))) break
      }
      const { status, text } = await answered(() => manage('POST', path, body, idempotencyKey))
      // What had been asked of the provider when the process died is looked after by the worker.
      house.clock.advance(61_000)
      await reconcileRefunds(depsOn(house.sql))
      assert.equal(status < 300, model.take(next), `${JSON.stringify(next)}: ${status} ${text}`)
    }

    async function countReversals(): Promise<number> {
      const [counted] = await house.sql<{ reversals: number }[]>`
        select count(*)::integer as reversals
        from payment_reversals
        where org_id = ${club.orgId}
          and kind in ('dispute_opened', 'dispute_won')`
      return counted?.reversals ?? 0
    }

    async function check(): Promise<void> {
      const order = (await manage('GET', `orders/${orderId}`)).body
      assert.deepEqual([order.owed_amount, order.refunded_amount], [model.open, model.refunded].map(major))
      const [debtId] = await debtsOf('owed_by=fan')
      assert.equal(debtId !== undefined, model.hasDebt)
      if (debtId !== undefined) {
        const debt = (await manage('GET', `debts/${debtId}`)).body
        assert.deepEqual(
          [debt.open, debt.settled, debt.waived, debt.cancelled],
          [model.open, model.settled, model.waived, model.cancelled].map(major),
        )
      }
      const [credit] = (await manage('GET', `credits?user_id=${userId}`)).body.data
      assert.equal(credit?.balance ?? 0, major(model.credit))
      assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
      const balances = await balancesOf(key, from, currency)
      assert.deepEqual(
        [balances.sum, balances.receivables, balances.refunds_payable, balances.customer_credit],
        [0, model.open, 0 - model.owedBack, 0 - model.credit],
      )
    }
    return { take, check }
  }
  return { begin }
}

/** A connection that was cut may hold its key for a moment longer, and the answer says to come again. */
async function answered(ask: () => ReturnType<typeof house.call>): ReturnType<typeof house.call> {
  for (;;) {
    const answer = await ask()
    if (answer.body.error?.code !== 'idempotency_key_in_use') return answer
  }
}

async function openHouses(): Promise<void> {
  house = await openHouse()
  mortal = await openMortalHouse(house)
}

/**
 * Whatever is paid, credited, refunded, waived, disputed and taken back, each step killed and taken up again, rows and books are as exact
 * integers say.
 */
export async function checkHistories(currency: string, histories: number): Promise<void> {
  await openHouses()
  const steps = fc.array(fc.tuple(step, death), { minLength: 4, maxLength: 14 })
  const property = fc.asyncProperty(beginning, steps, async (began, taken) => {
    // A club of its own: what is disputed of one order is not looked for in the books of the next.
    const { take, check } = await (await openClub(currency)).begin(began)
    for (const [next, statements] of taken) await take(next, [statements])
    await check()
  })
  await fc.assert(property, { numRuns: histories })
}

const STORY: DebtStep[] = [
  { do: 'pay', minor: 1000 },
  { do: 'grant', minor: 500 },
  { do: 'spend', minor: 400 },
  { do: 'pay', minor: 700 },
  { do: 'reverse' },
  { do: 'waive', minor: 60 },
  { do: 'refund', minor: 8000 },
  { do: 'payOut' },
]

/** Killed after each of its statements, one after the other, every kind of step happens once. */
export async function checkEveryDeath(): Promise<void> {
  await openHouses()
  const everyStatement = function* () {
    for (let statements = 0; ; statements += 1) yield statements
  }
  const invoice = await (await openClub('AUD')).begin('invoice')
  for (const next of STORY) await invoice.take(next, everyStatement())
  await invoice.check()
  const card = await (await openClub('AUD')).begin('disputed then won')
  for (const next of [
    { do: 'follow' },
    { do: 'waive', minor: 60 },
    { do: 'follow' },
    { do: 'refund', minor: 900 },
  ] as const)
    await card.take(next, everyStatement())
  await card.check()
}

/** Debits less credits of each account, of what was booked since then. */
async function balancesOf(key: string, from: number, currency: string) {
  const path = `/v1/manage/exports/ledger.csv?unix_start=${from}&unix_end=${unixSeconds(house.clock()) + 1}`
  const { text } = await house.call('GET', path, { key })
  const balances = { sum: 0, receivables: 0, refunds_payable: 0, customer_credit: 0 } as Record<string, number>
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) {
    const [, , account = '', debit, credit] = cells
    if (account === 'account') continue
    const value = (toMinor(Number(debit), currency) ?? 0) - (toMinor(Number(credit), currency) ?? 0)
    balances[account] = (balances[account] ?? 0) + value
    balances.sum = (balances.sum ?? 0) + value
  }
  return balances
}
