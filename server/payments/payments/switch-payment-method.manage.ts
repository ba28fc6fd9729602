import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { PaymentMethods, toPaymentMethods } from './offer-of-methods.ts'
import { type MethodSettings, methodsSwitchedOn } from './offered-methods.ts'
import { paymentMethodNames } from './payment-methods.ts'
import type { Payee, PaymentDeps } from './providers.ts'
import { readAccountMethods } from './read-account-methods.ts'

const Params = Input({ payment_method: OneOf([...paymentMethodNames]) })
const Body = Input({ switched_on: Type.Boolean() })

export const switchPaymentMethod: Operation<PaymentDeps> = (app, deps) =>
  app.put(
    '/v1/manage/payment_account/methods/:payment_method',
    {
      config: { scope: 'payments:manage' },
      schema: {
        operationId: 'switchPaymentMethod',
        summary: 'Switch a way to pay on or off',
        description: [
          'Off, it is not offered any more, and refused where it is sent all the same; payments under way go on.',
          '409 where nothing would be left to pay with.',
        ].join(' '),
        tags: ['Payments'],
        params: Params,
        body: Body,
        response: { 200: PaymentMethods },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const [payee] = await findPayee(orgId, deps.sql)
      if (!payee) throw new ApiError('resource_missing')
      // What the account has may have changed at the provider, which is why one is here; without its answer what was known counts.
      await readAccountMethods(deps, orgId, payee).catch(() => {})
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [before] = await lockSettings(orgId, tx)
        if (!before) throw new ApiError('resource_missing')
        const others = before.payment_methods_off.filter((name) => name !== params.payment_method)
        const off = body.switched_on ? others : [...others, params.payment_method].sort()
        const after = { ...before, payment_methods_off: off }
        if (methodsSwitchedOn(after).length === 0)
          throw new ApiError('state_conflict', { message: 'Nothing would be left to pay with.' })
        if (off.length === before.payment_methods_off.length) return toPaymentMethods(before)
        await tx`
          update organisations
          set payment_methods_off = ${off}, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}`
        await record(tx, deps.clock, request, {
          action: 'payment_methods.changed',
          objectType: 'organisation',
          objectId: orgId,
          before: { payment_methods_off: before.payment_methods_off },
          after: { payment_methods_off: off },
        })
        return toPaymentMethods(after)
      })
    },
  )

const findPayee = (orgId: OrgId, sql: Db) => sql<Payee[]>`
  select mode, payment_account_id
  from organisations
  where org_id = ${orgId}`

const lockSettings = (orgId: OrgId, tx: Tx) => tx<MethodSettings[]>`
  select mode, payment_methods_off, account_methods
  from organisations
  where org_id = ${orgId}
  for update`
