import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { movementKinds, type PayoutMovementKind } from '../payments/provider-payouts.ts'
import { payoutFields, toPayout } from './payout.ts'
import { requirePayout } from './require-payout.ts'

const PayoutPart = Type.Object(
  {
    kind: OneOf([...movementKinds]),
    movements: Type.Integer(),
    amount: Type.Number({ description: 'before fees; below zero it went' }),
    fees: Type.Number(),
    net: Type.Number(),
    difference: Type.Number({ description: 'by which it is more than the books have' }),
  },
  { title: 'PayoutPart' },
)
const Reply = Type.Object(
  { ...payoutFields, parts: Type.Array(PayoutPart, { description: 'its movements, by what they are' }) },
  { title: 'PayoutWithParts' },
)

export const retrievePayout: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/payouts/:payout_id',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrievePayout',
        summary: 'Retrieve a payout',
        description: 'With what it is made of, added up.',
        tags: ['Payouts'],
        params: Input({ payout_id: Id() }),
        response: { 200: Reply },
      },
    },
    async ({ orgId, params }) => {
      const row = await requirePayout(orgId, sql, params.payout_id)
      const parts = await findParts(orgId, sql, params.payout_id)
      return { ...toPayout(row), parts: parts.map((part) => toPart(part, row.currency)) } satisfies Static<typeof Reply>
    },
  )

export const PayoutPartRow = Type.Object({
  kind: Type.Unsafe<PayoutMovementKind>({ type: 'string' }),
  movements: Type.Integer(),
  amount_minor: Type.Integer(),
  fee_minor: Type.Integer(),
  net_minor: Type.Integer(),
  difference_minor: Type.Integer(),
})
type PayoutPartRow = Static<typeof PayoutPartRow>

const findParts = (orgId: OrgId, sql: Db, payoutId: number) => sql<PayoutPartRow[]>`
  select kind, count(*)::integer as movements, sum(amount_minor)::bigint as amount_minor, sum(fee_minor)::bigint as fee_minor,
    sum(net_minor)::bigint as net_minor,
    sum(
      case when matched_at is null then amount_minor when foreign_currency is null then difference_minor else 0 end
    )::bigint as difference_minor
  from payout_movements
  where org_id = ${orgId}
    and payout_id = ${payoutId}
  group by kind
  order by kind`

const toPart = (row: PayoutPartRow, currency: string) =>
  ({
    kind: row.kind,
    movements: row.movements,
    amount: toMajor(row.amount_minor, currency),
    fees: toMajor(row.fee_minor, currency),
    net: toMajor(row.net_minor, currency),
    difference: toMajor(row.difference_minor, currency),
  }) satisfies Static<typeof PayoutPart>
