import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { operatorFeeColumns, toOperatorFee } from './operator-fee.ts'
import type { Payments } from './providers.ts'

const statuses = ['not_connected', 'onboarding', 'connected'] as const

export const PaymentAccount = Type.Object(
  {
    mode: OneOf(['live', 'test'], { description: 'that of the organisation; in test no card is charged' }),
    payment_account_id: Nullable(Type.String({ description: 'null until it is connected' })),
    status: OneOf([...statuses], { description: 'onboarding: a link was given, and the account is not yet in order' }),
    accepts_payments: Type.Boolean({ description: 'whether a checkout can be paid online as things stand' }),
    operator_fee: Nullable(
      Type.Object(
        {
          percentage: Type.Number({ description: 'of each payment that is made online' }),
          fixed: Type.Number({ description: 'on top of that, major unit of the organisation’s currency' }),
          currency: Type.String({ description: 'ISO 4217' }),
        },
        { description: 'what the operator of the service takes, and alone sets; null: nothing' },
      ),
    ),
  },
  { title: 'PaymentAccount' },
)

export const PaymentAccountRow = Type.Object({
  mode: OneOf(['live', 'test']),
  payment_account_id: Nullable(Type.String()),
  onboarding: Type.Boolean(),
  operator_fee_thousandths: Type.Integer(),
  operator_fee_fixed_minor: Type.Integer(),
  home_currency: Type.String(),
})
type PaymentAccountRow = Static<typeof PaymentAccountRow>

export const findPaymentAccount = (orgId: OrgId, sql: Db) => sql<PaymentAccountRow[]>`
  select mode, payment_account_id, ${operatorFeeColumns(sql)},
    exists (
      select 1
      from payment_account_onboardings
      where org_id = ${orgId}
    ) as onboarding
  from organisations
  where org_id = ${orgId}`

export function toPaymentAccount(row: PaymentAccountRow, payments: Payments): Static<typeof PaymentAccount> {
  const pending = row.onboarding ? 'onboarding' : 'not_connected'
  return {
    mode: row.mode,
    payment_account_id: row.payment_account_id,
    status: row.payment_account_id === null ? pending : 'connected',
    accepts_payments: payments.canBePaid(row),
    operator_fee: toOperatorFee(row),
  }
}
