import { type Static, Type } from 'typebox'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type MethodSettings, methodsOfAccount } from './offered-methods.ts'
import {
  amountLimitsOf,
  expressMethods,
  isDebit,
  isRedirect,
  paymentMethodNames,
  ruleOfMethod,
} from './payment-methods.ts'

const Limit = Type.Object({
  currency: Type.String({ description: 'ISO 4217' }),
  amount_min: Nullable(Type.Number({ description: 'major unit of the currency' })),
  amount_max: Nullable(Type.Number()),
})

export const methodFields = {
  payment_method: OneOf([...paymentMethodNames], { description: 'by the name that Stripe gives it' }),
  redirects: Type.Boolean({ description: 'sends the buyer to another page: a checkout needs a return_url' }),
  needs_mandate: Type.Boolean({
    description: 'a direct debit: a checkout needs the mandate_version that the buyer has agreed to',
  }),
  currencies: Nullable(Type.Array(Type.String(), { description: 'that it takes; null: all' })),
  limits: Type.Array(Limit, { description: 'of a single payment, where there are some' }),
  days_before_event: Type.Integer({
    description: 'it is taken until so many days before an event starts, since its money can take as long; 0: always',
  }),
}

export const PaymentMethods = Type.Object(
  {
    payment_methods: Type.Array(
      Type.Object({
        ...methodFields,
        switched_on: Type.Boolean({ description: 'by the organisation' }),
        is_express: Type.Boolean({
          description: 'a shop offers it above the form: it brings the buyer’s name and address along',
        }),
        in_account: Type.Boolean({ description: 'the account at the payment provider has it' }),
        minutes_at_bank: Type.Integer({ description: 'for which places are kept while the buyer is at their bank' }),
        days_on_the_way: Type.Integer({
          description: 'for which places are kept at most while the money is on its way',
        }),
      }),
    ),
  },
  { title: 'PaymentMethods', description: 'offered is what is in the account and switched on' },
)

/** What a shop has to know of a way to pay, to offer it for what it can be used for. */
export function toMethod(name: (typeof paymentMethodNames)[number], mode: OrganisationMode, only?: string) {
  const { currencies, days, isSlow } = ruleOfMethod(name)
  const isShown = (currency: string) => only === undefined || currency === only
  return {
    payment_method: name,
    redirects: isRedirect(name),
    needs_mandate: isDebit(name),
    currencies: currencies ? currencies.filter(isShown) : null,
    limits: Object.entries(amountLimitsOf(name, mode))
      .filter(([currency]) => isShown(currency))
      .map(([currency, { min, max }]) => ({ currency, amount_min: min ?? null, amount_max: max ?? null })),
    days_before_event: isSlow ? days : 0,
  }
}

export const findMethodSettings = (orgId: OrgId, sql: Db) => sql<MethodSettings[]>`
  select mode, payment_methods_off, account_methods
  from organisations
  where org_id = ${orgId}`

export function toPaymentMethods(settings: MethodSettings): Static<typeof PaymentMethods> {
  const inAccount = methodsOfAccount(settings)
  return {
    payment_methods: paymentMethodNames.map((name) => ({
      ...toMethod(name, settings.mode),
      is_express: expressMethods.some((each) => each === name),
      switched_on: !settings.payment_methods_off.includes(name),
      in_account: inAccount.includes(name),
      minutes_at_bank: ruleOfMethod(name).minutes,
      days_on_the_way: ruleOfMethod(name).days,
    })),
  }
}
