import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { conflict, explain } from '../../resources/constraints.ts'
import { findPaymentAccount, PaymentAccount, toPaymentAccount } from './payment-account.ts'
import type { PaymentDeps } from './providers.ts'
import { readAccountMethods } from './read-account-methods.ts'
import { hashState } from './start-onboarding.manage.ts'

const Body = Input({ state: Text(100, { description: 'what `return_url` was called with' }) })

export const completeOnboarding: Operation<PaymentDeps> = (app, deps) =>
  app.post(
    '/v1/manage/payment_account/onboarding/complete',
    {
      config: { scope: 'payments:manage', needsProof: true, effects: ['money_out'] },
      schema: {
        operationId: 'completeOnboarding',
        summary: 'Complete the connection of a payment account',
        description: [
          'Asks the provider whether the account is in order, and connects it if it is: `status` is then `connected`. As long as',
          'it is `onboarding`, the provider still lacks or checks something: ask again later, or begin anew for another link.',
          'A state connects an account once.',
        ].join(' '),
        tags: ['Payments'],
        body: Body,
        response: { 200: PaymentAccount },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const call = { ...deps, orgId, request, reply }
      return resumable<Static<typeof PaymentAccount>>(
        call,
        ({ status }) => status === 'connected',
        async () => {
          const stateHash = hashState(body.state)
          const [onboarding] = await findOnboarding(orgId, deps.sql, deps.clock(orgId), stateHash)
          const account = onboarding?.payment_account_id ?? null
          if (!onboarding || account === null) throw unknownState()
          const { detailsSubmitted, chargesEnabled } = await deps.payments
            .accountsFor(onboarding.mode)
            .retrieve(account)
          if (detailsSubmitted && chargesEnabled) {
            await deps.sql.begin((tx) => connect(deps, tx, request, { stateHash, account }))
            // Without an answer it is asked within the hour; until then cards are offered.
            await readAccountMethods(deps, orgId, { mode: onboarding.mode, payment_account_id: account }).catch(
              () => {},
            )
          }
          const [row] = await findPaymentAccount(orgId, deps.sql)
          if (!row) throw new ApiError('resource_missing')
          return toPaymentAccount(row, deps.payments)
        },
      )
    },
  )

const unknownState = () => {
  const message = 'state is of no onboarding of the organisation, or it has been used or has expired.'
  return invalidParameters([{ param: 'state', code: 'parameter_invalid', message }])
}

type Request = Parameters<typeof record>[2] & { orgId: OrgId }

/** The state is used up, and the account is the organisation's, or neither. */
async function connect(
  { clock }: Pick<PlatformDeps, 'clock'>,
  tx: Tx,
  request: Request,
  { stateHash, account }: { stateHash: Buffer; account: string },
): Promise<void> {
  const { orgId } = request
  const [used] = await useState(orgId, tx, stateHash)
  if (!used) throw unknownState()
  const [connected] = await storeAccount(orgId, tx, clock(orgId), account).catch((error: unknown) => {
    throw explain(error, {
      organisations_by_payment_account: conflict('The account is connected to another organisation.'),
    })
  })
  if (!connected) throw new ApiError('state_conflict', { message: 'The organisation has a payment account already.' })
  const entry = { action: 'payment_account.connected', objectType: 'organisation', objectId: orgId }
  await record(tx, clock, request, {
    ...entry,
    before: { payment_account_id: null },
    after: { payment_account_id: account },
  })
}

export const StartedOnboardingRow = Type.Object({
  mode: OneOf(['live', 'test']),
  payment_account_id: Nullable(Type.String()),
})
type StartedOnboardingRow = Static<typeof StartedOnboardingRow>

const findOnboarding = (orgId: OrgId, sql: Db, now: Date, stateHash: Buffer) => sql<StartedOnboardingRow[]>`
  select o.mode, b.payment_account_id
  from payment_account_onboardings b
  join organisations o using (org_id)
  where b.org_id = ${orgId}
    and b.state_hash = ${stateHash}
    and b.state_expires_at > ${now}`

const useState = (orgId: OrgId, tx: Tx, stateHash: Buffer) => tx`
  delete from payment_account_onboardings
  where org_id = ${orgId}
    and state_hash = ${stateHash}
  returning 1 as one`

const storeAccount = (orgId: OrgId, tx: Tx, now: Date, account: string) => tx`
  update organisations
  set payment_account_id = ${account}, changed_at = ${now}
  where org_id = ${orgId}
    and payment_account_id is null
  returning 1 as one`
