import { type Static, Type } from 'typebox'
import { Id, Input, Integer, Nullable, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { toMinor } from '../../platform/values/money.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import { Currency } from '../../resources/fields.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { type DiscountRow, discounts } from './discount.ts'

/*
 * Operations (written by npm run openapi):
 * archiveDiscount, changeDiscount, createDiscount, listDiscounts, retrieveDiscount
 */

const AMOUNT_MAX = 100_000_000_000

const Changes = Input({
  code: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[0-9A-Za-z][0-9A-Za-z_.-]*$',
    description: 'what the fan types; any case',
  }),
  percentage: Type.Optional(
    Nullable(Type.Number({ minimum: 0.01, maximum: 100, description: 'off the prices; or else amount' })),
  ),
  amount: Type.Optional(
    Nullable(
      Type.Number({ exclusiveMinimum: 0, maximum: AMOUNT_MAX, description: 'off the order, in the major unit' }),
    ),
  ),
  currency: Type.Optional(Currency),
  available_from_unix: Type.Optional(Nullable(UnixSeconds({ description: 'null: from the beginning' }))),
  available_until_unix: Type.Optional(Nullable(UnixSeconds({ description: 'null: without an end' }))),
  uses_max: Type.Optional(
    Nullable(Integer({ minimum: 1, maximum: 1_000_000_000, description: 'orders that may take it; null: any number' })),
  ),
  discount_status: Type.Optional(OneOf(['active', 'inactive'], { default: 'active' })),
})
type Changes = Static<typeof Changes>

const Body = Input({
  event_id: Type.Optional(Nullable(Id({ description: 'the only event it is for; null: every event' }))),
  ...Changes.properties,
})

export const manageDiscounts: Operation[] = [
  listOf(discounts),
  retrieveOf(discounts),
  createOf(discounts, Body, async ({ event_id, ...body }, at) => {
    if ((body.percentage ?? null) === null && (body.amount ?? null) === null) throw eitherKind()
    return { event_id: event_id ?? null, ...(await toColumns(at, body, { eventId: event_id ?? null, currency: null })) }
  }),
  changeOf(discounts, Changes, (body, discount, at) => {
    const [kind, otherKind] =
      discount.basis_points === null ? (['amount', 'percentage'] as const) : (['percentage', 'amount'] as const)
    if (body[kind] === null && (body[otherKind] ?? null) === null) throw eitherKind()
    return toColumns(at, body, { eventId: discount.event_id, currency: discount.currency })
  }),
  stepOf(
    discounts,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a discount',
      description: 'No further order takes it; setting `discount_status` brings it back.',
    },
    () => ({ discount_status: 'archived' }),
  ),
]

/** What an amount is of: the only event, and the currency that the discount had before. */
type Scope = { eventId: number | null; currency: string | null }

async function toColumns(at: ChangeContext, body: Partial<Changes>, scope: Scope): Promise<ColumnValues<DiscountRow>> {
  const { percentage, amount, currency, available_from_unix, available_until_unix, ...columns } = body
  return {
    ...columns,
    ...(await kindColumns(at, body, scope)),
    ...(available_from_unix === undefined ? {} : { available_from: fromUnixSeconds(available_from_unix) }),
    ...(available_until_unix === undefined ? {} : { available_until: fromUnixSeconds(available_until_unix) }),
  }
}

const eitherKind = invalid('percentage', 'Send either percentage or amount.')

/** A discount is a percentage or an amount; sending the one takes the other away. */
async function kindColumns(
  at: ChangeContext,
  body: Partial<Changes>,
  { eventId, currency: earlierCurrency }: Scope,
): Promise<ColumnValues<DiscountRow>> {
  const percentage = body.percentage ?? null
  const amount = body.amount ?? null
  if (percentage !== null && amount !== null) throw eitherKind()
  if (percentage !== null) return { basis_points: basisPoints(percentage), amount_minor: null, currency: null }
  if (amount === null) {
    if (body.currency) throw invalid('currency', 'currency goes with amount.')()
    return {}
  }
  const scopeCurrency = await currencyOf(at, eventId)
  // An amount for every event is in the organisation's currency unless it says otherwise, or said so before.
  const currency = body.currency ?? (eventId === null ? earlierCurrency : null) ?? scopeCurrency
  if (eventId !== null && currency !== scopeCurrency) {
    throw invalid('currency', `currency must be ${scopeCurrency}, the currency of the event.`)()
  }
  const minor = toMinor(amount, currency)
  if (minor === undefined || minor > AMOUNT_MAX) throw invalid('amount', `amount is no amount of ${currency}.`)()
  return { basis_points: null, amount_minor: minor, currency }
}

function basisPoints(percentage: number): number {
  const points = Math.round(percentage * 100)
  if (points / 100 !== percentage) throw invalid('percentage', 'percentage has two decimals at most.')()
  return points
}

async function currencyOf({ orgId, tx }: ChangeContext, eventId: number | null): Promise<string> {
  const [row] =
    eventId === null
      ? await tx<{ currency: string }[]>`
          select currency
          from organisations
          where org_id = ${orgId}`
      : await tx<{ currency: string }[]>`
          select currency
          from events
          where org_id = ${orgId}
            and event_id = ${eventId}
          for share`
  if (!row) throw missing('event_id')()
  return row.currency
}
