import assert from 'node:assert/strict'
import type { SettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import type { Clocks } from '../../server/platform/values/clock.ts'
import { DAY_MS, HOUR_MS } from '../../server/platform/values/durations.ts'
import { currencyExponent, toMajor, toMinor } from '../../server/platform/values/money.ts'
import { clockOf } from '../builders/clocks.ts'
import { issueDocumentsOf } from '../builders/documents.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import { addTaxRate } from '../builders/tax-rates.ts'
import { offerTransfers } from '../builders/transfers.ts'
import type { Answer, House } from '../harness/house.ts'
import type { MortalHouse } from '../harness/mortal-house.ts'
import { DISCOUNT_BASIS_POINTS, FEES_RATE, type Price, TRANSACTION_FEE } from './sale.ts'

export const ZONE = 'Australia/Sydney'
/** Every club begins here: a day of the club that is another one in UTC, five weeks before its clocks are set back. */
const STARTED_AT = new Date('2027-02-26T15:30:00Z')
/** What is sold, in minor units of whatever the currency is. */
export const ADULT: Price = { account: 'ticket_sales', price: 2495, rate: 7000, onTop: false, fee: 150, rebate: 50 }
export const CHILD: Price = { account: 'ticket_sales', price: 1337, rate: 8125, onTop: true, fee: 0, rebate: 0 }
export const SEASON: Price = { account: 'membership_sales', price: 10_000, rate: 7000, onTop: false, fee: 0, rebate: 0 }
export type World = { house: House; mortal: MortalHouse; deps: SettleDeps & Clocks }
export type Club = Awaited<ReturnType<typeof openClub>>

/** A request that was sent so long ago has ended, or its process has. */
const UNDER_WAY_MS = 61_000
const ATTEMPTS_MAX = 200
const LOCAL = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
const dayAt = (ms: number): string => LOCAL.format(ms).slice(0, 10)

/** A sandbox of its own, with the offer above, and the calls that the acts are made of. */
export async function openClub({ house, mortal, deps }: World, currency: string) {
  house.clock.set(STARTED_AT)
  const tenant = await house.organisation({ currency, timezone: ZONE })
  const { key, orgId } = tenant
  const major = (minor: number) => toMajor(minor, currency)
  const minor = (amount: number) => toMinor(amount, currency) ?? assert.fail(`${amount} ${currency} is too fine`)
  const clock = clockOf(house, tenant, deps)
  const read = async (path: string): Promise<Answer> => {
    const answer = await house.call('GET', path, { key })
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    return answer
  }
  const now = () => house.clock(orgId).getTime()
  const send = (method: string, path: string, body: object) => house.call(method, path, { key, body })
  const must = async (method: string, path: string, body: object) => {
    const { status, body: answer, text } = await send(method, path, body)
    assert.ok(status < 300, `${path}: ${text}`)
    return answer
  }

  /**
   * Asked of a process that dies after so many statements, and then, by the same key, of one that lives: once the payment that the first had
   * begun is no longer taken for one that is under way, which only the clock can tell. A process that dies in the last minutes of a day
   * could have booked on either, so none does.
   */
  async function post(path: string, body: object, death = -1): Promise<Answer> {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const mayDie = death >= 0 && dayAt(now()) === dayAt(now() + 3 * UNDER_WAY_MS)
    if (mayDie && (await mortal.dyingAfter(death, () => mortal.call('POST', path, { key, body, headers }))))
      house.clock.advance(UNDER_WAY_MS)
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const answer = await house.call('POST', path, { key, body, headers })
      // A connection that was cut may hold its key for a moment longer, and the answer says to come again.
      if (answer.body.error?.code !== 'idempotency_key_in_use') return answer
    }
    return assert.fail(`${path}: its key is in use for ever`)
  }

  const percent = (thousandths: number) => [{ valid_from: '2007-01-01', percentage: thousandths / 1000 }]
  const reduced = await addTaxRate(house, tenant, { kind: 'reduced', percentages: percent(ADULT.rate) })
  const onTop = await addTaxRate(house, tenant, { percentages: percent(CHILD.rate), included_in_prices: false })
  await addTaxRate(house, tenant, { percentages: percent(FEES_RATE), on_fees: true })
  await must('PATCH', '/v1/manage/organisation', {
    transaction_fee_fixed: major(TRANSACTION_FEE),
    disputed_tickets: 'keep',
    card_readers: true,
    ...(currencyExponent(currency) === 0 ? {} : { cash_rounding: 0.05 }),
  })
  const nextYear = Math.floor((house.clock().getTime() + 700 * DAY_MS) / 1000)
  const event = await must('POST', '/v1/manage/events', { title: 'Derby', event_start_unix: nextYear, currency })
  const events = `/v1/manage/events/${event.event_id}`
  const category = await must('POST', `${events}/price_categories`, { title: 'Stand', capacity: 1_000_000 })
  const addPrice = async ({ price, fee, rebate }: Price, tax_rate_id: number): Promise<number> => {
    const { price_category_id } = category
    const amounts = { price: major(price), service_fee: major(fee), rebate: major(rebate) }
    return (await must('POST', `${events}/prices`, { title: 'P', price_category_id, tax_rate_id, ...amounts })).price_id
  }
  const adultId = await addPrice(ADULT, reduced)
  const childId = await addPrice(CHILD, onTop)
  await must('POST', `${events}/publish`, {})
  const code = 'EARLY'
  await must('POST', '/v1/manage/discounts', { code, percentage: DISCOUNT_BASIS_POINTS / 100 })
  const memberships = membershipsOf(house, tenant)
  const typeId = await memberships.addType({ price: major(SEASON.price), tax_rate_id: reduced })
  const options = {
    automatic: await memberships.addOption({ collection: 'automatic' }),
    manual: await memberships.addOption(),
    whole: undefined,
  }
  await issueDocumentsOf(house, tenant)
  await offerTransfers(house, tenant)

  const season = (plan: keyof typeof options) => ({
    membership_type_id: typeId,
    member: grace,
    ...(options[plan] && { membership_payment_option_id: options[plan] }),
  })
  return {
    cashStep: currencyExponent(currency) === 0 ? 1 : minor(0.05),
    ...{ tenant, orgId, currency, major, minor, read, post, adultId, childId, code, season },
    startedAt: Math.floor(now() / 1000) - 1,
    now,
    /** Day and hour in the club's own zone. */
    local: () => ({ day: dayAt(now()), hour: Number(LOCAL.format(now()).slice(11, 13)) }),
    until: () => Math.floor(now() / 1000) + 1,
    wait: (hours: number) => clock.advance(hours * HOUR_MS),
    /** What the worker looks after beside the clock. */
    deps,
    house,
  }
}
