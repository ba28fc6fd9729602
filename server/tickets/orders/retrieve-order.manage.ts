import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { Tags } from '../../resources/fields.ts'
import { findTicketsOfOrders, OrderWithTickets, withTickets } from './order.ts'
import { contentsFields, findContents, toContents } from './order-contents.ts'
import { orderIdIn } from './order-id.ts'
import { findMembershipsOfOrders } from './order-memberships.ts'
import { findOrder } from './retrieve-order.ts'

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})

const Payment = Type.Object(
  {
    payment_id: Type.Integer(),
    provider: Type.String({ description: 'test, stripe or manual' }),
    provider_reference: Nullable(Type.String({ description: 'what the provider calls it' })),
    payment_status: Type.String({
      description: 'created, requires_action, processing, unknown, succeeded, failed or cancelled',
    }),
    amount: Type.Number({ description: 'major unit of the currency' }),
    refunded_amount: Type.Number({ description: 'of the amount, refunds on their way included' }),
    currency: Type.String({ description: 'ISO 4217' }),
    card_last4: Nullable(Type.String({ description: 'of the card that was charged' })),
    failure_code: Nullable(Type.String()),
    decline_code: Nullable(Type.String()),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'Payment' },
)

const ManagedOrder = Type.Object(
  {
    ...OrderWithTickets.properties,
    tags: Tags,
    ...contentsFields,
    payments: Type.Array(Payment, {
      description:
        'every attempt, oldest first, with those of instalments and invoices; one of several orders has its whole amount',
    }),
    terms_consent: Nullable(
      Type.Object(
        {
          version: Type.Integer({ description: 'of the terms' }),
          language: Nullable(Type.String({ description: 'that the buyer read' })),
          accepted_unix: Type.Integer({ description: 'Unix seconds' }),
        },
        { description: 'what the buyer has agreed to; null: nothing was asked' },
      ),
    ),
  },
  { title: 'ManagedOrder' },
)

export const retrieveManagedOrder: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/orders/:order_id',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'retrieveManagedOrder',
        summary: 'Retrieve an order with its tickets, memberships and payments',
        description: 'All that staff see: every ticket, also those refunded, and what became of each payment.',
        tags: ['Orders'],
        params: Params,
        response: { 200: ManagedOrder },
      },
    },
    async ({ orgId, params }) => {
      const order = await sql.begin('isolation level repeatable read read only', async (tx) => {
        const orders = await findOrder(orgId, tx, orderIdIn(params.order_id))
        const ids = orders.map(({ order_id }) => order_id)
        const tickets = await findTicketsOfOrders(orgId, tx, ids)
        const [orderWithTickets] = withTickets(orders, tickets, await findMembershipsOfOrders(orgId, tx, ids))
        const payments = await findPayments(orgId, tx, ids[0] ?? 0)
        const [tagged] = await findTags(orgId, tx, ids[0] ?? 0)
        const [consent] = await findConsent(orgId, tx, ids[0] ?? 0)
        return (
          orderWithTickets && {
            ...orderWithTickets,
            tags: tagged?.tags ?? [],
            ...toContents(await findContents(orgId, tx, ids)),
            payments: payments.map(toPayment),
            terms_consent: consent
              ? {
                  version: consent.version,
                  language: consent.language,
                  accepted_unix: unixSeconds(consent.accepted_at),
                }
              : null,
          }
        )
      })
      if (!order) throw new ApiError('resource_missing')
      return order
    },
  )

export const ShownPaymentRow = Type.Object({
  payment_id: Type.Integer(),
  provider: Type.String(),
  provider_reference: Nullable(Type.String()),
  payment_status: Type.String(),
  amount_minor: Type.Integer(),
  refunded_minor: Type.Integer(),
  currency: Type.String(),
  card_last4: Nullable(Type.String()),
  failure_code: Nullable(Type.String()),
  decline_code: Nullable(Type.String()),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
type ShownPaymentRow = Static<typeof ShownPaymentRow>

const findPayments = (orgId: OrgId, sql: Db, orderId: number) => sql<ShownPaymentRow[]>`
  select payment_id, provider, provider_reference, payment_status, amount_minor, refunded_minor, currency, card_last4,
    failure_code, decline_code, created_at
  from payments
  where org_id = ${orgId}
    and payment_id in (
      select o.payment_id
      from payments o
      where o.org_id = ${orgId}
        and o.order_id = ${orderId}
      union
      select f.payment_id
      from debts d
      join payment_debts f on f.org_id = ${orgId} and f.debt_id = d.debt_id
      where d.org_id = ${orgId}
        and d.order_id = ${orderId}
    )
  order by created_at, payment_id`

export const ConsentRow = Type.Object({
  version: Type.Integer(),
  language: Nullable(Type.String()),
  accepted_at: Type.Unsafe<Date>({ type: 'object' }),
})

const findConsent = (orgId: OrgId, sql: Db, orderId: number) => sql<Static<typeof ConsentRow>[]>`
  select version, language, accepted_at
  from terms_consents
  where org_id = ${orgId}
    and order_id = ${orderId}`

export const OrderTagsRow = Type.Object({ tags: Type.Array(Type.String()) })

const findTags = (orgId: OrgId, sql: Db, orderId: number) => sql<Static<typeof OrderTagsRow>[]>`
  select tags
  from orders
  where org_id = ${orgId}
    and order_id = ${orderId}`

const toPayment = (row: ShownPaymentRow) =>
  ({
    payment_id: row.payment_id,
    provider: row.provider,
    provider_reference: row.provider_reference,
    payment_status: row.payment_status,
    amount: toMajor(row.amount_minor, row.currency),
    refunded_amount: toMajor(row.refunded_minor, row.currency),
    currency: row.currency,
    card_last4: row.card_last4,
    failure_code: row.failure_code,
    decline_code: row.decline_code,
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof Payment>
