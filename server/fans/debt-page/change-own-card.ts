import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { findPayee } from '../../collection/collection/draft-attempt.ts'
import { findPlanPayer } from '../../collection/collection/plan-card.ts'
import { changeMeans } from '../../ledger/ladder/change-means.ts'
import { DebtSecretHeader } from '../../ledger/ledger/debt-link.ts'
import { type LockedDebt, lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { PaymentError } from '../../payments/errors.ts'
import { mandateField, mandateIn } from '../../payments/mandates/mandate-consent.ts'
import { allowedMethods } from '../../payments/payments/offered-methods.ts'
import {
  type GivenMandate,
  isReader,
  type KeptMeans,
  type MandateConsent,
  type MeansSetup,
  type SetupResult,
} from '../../payments/payments/provider.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { resumable } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { Language } from '../../resources/fields.ts'
import { debtOfSecret, OwnDebt, readOwnDebt } from './own-debt.ts'

const Body = Input({
  payment_method: Type.Optional(Text(255, { description: 'the provider’s reference, such as pm_… or ctoken_…' })),
  setup: Type.Optional(
    Text(255, { description: 'of an answer with a next_action, once the fan has done what it asks for' }),
  ),
  ...mandateField,
  language: Type.Optional(Nullable(Language)),
})

const Reply = Type.Object(
  {
    state: OneOf(['changed', 'action_needed']),
    setup: Nullable(Type.String({ description: 'to repeat the call with, after the next_action' })),
    next_action: Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description: 'what the fan’s browser has to do, such as 3-D Secure',
    }),
    debt: OwnDebt,
  },
  { title: 'OwnCardChange' },
)
type Reply = Static<typeof Reply>

export const changeOwnCard: Operation<PaymentDeps> = (app, deps) =>
  app.post(
    '/v1/storefront/debt/card',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', charges: true },
      schema: {
        operationId: 'changeOwnCard',
        summary: 'Change what a plan is charged to',
        description: [
          'By the link of an instalment whose plan is charged by itself: another card, or with `mandate_version` a bank account to debit. Nothing is',
          'charged now: what is due already is charged to a new card within minutes, and debited from a new account once its notice is over; all else',
          'on its day. What was there before is given up, at the provider too, with its mandate. Plans that were charged to the same, such as a',
          'family’s, change with it. `language` is that in which the mandate was read; without it the order’s. 402 when the bank turns the card down.',
        ].join(' '),
        tags: ['Storefront'],
        headers: DebtSecretHeader,
        body: Body,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, headers, body } = request
      const debtId = await debtOfSecret(deps, orgId, headers)
      const { mandate: consent } = mandateIn(request)
      const work = async (): Promise<Reply> => {
        const given = await askForMeans(deps, orgId, debtId, body, consent)
        if (given.kind === 'requires_action') {
          const { reference: setup, nextAction: next_action } = given
          return { state: 'action_needed', setup, next_action, debt: await readOwnDebt(deps, orgId, debtId) }
        }
        const actor = { orgId, kind: 'holder' as const, id: null, requestId: request.id }
        await deps.sql.begin(async (tx) => {
          const { planId, userId } = await lockPlanned(orgId, tx, debtId)
          const { mandate } = given
          const agreed = mandate && consent && { mandate, version: consent.version, language: given.language }
          await changeMeans(orgId, tx, deps.clock, { ...given, agreed, planId, userId })
          const { kind, last4, expiresOn: expires_on } = given.means
          const after = { kind, last4, expires_on }
          const entry = { action: 'debt.card_changed', objectType: 'debt', objectId: debtId, after }
          await recordAs(tx, deps.clock, actor, entry)
        })
        return { state: 'changed', setup: null, next_action: null, debt: await readOwnDebt(deps, orgId, debtId) }
      }
      return resumable<Reply>({ ...deps, orgId, request, reply }, ({ state }) => state === 'changed', work)
    },
  )

type Deps = PlatformDeps & PaymentDeps
type GivenMeans = {
  kind: 'given'
  provider: 'stripe' | 'test'
  account: string | null
  means: KeptMeans
  mandate: GivenMandate | undefined
  /** In which the fan is written to, and has read the mandate. */
  language: string | null
}
type Waiting = Extract<SetupResult, { kind: 'requires_action' }>

/** Leaves the card, or the account, with the provider, outside any transaction. An answer that is lost leaves nothing here: the fan gives it again. */
async function askForMeans(
  deps: Deps,
  orgId: OrgId,
  debtId: number,
  { payment_method: paymentMethod, setup: reference, language: read }: Static<typeof Body>,
  mandate: MandateConsent | undefined,
): Promise<GivenMeans | Waiting> {
  const { debt, planId } = (await deps.sql.begin((tx) => lockPlanned(orgId, tx, debtId))) as Planned
  const payer = await findPlanPayer(orgId, deps.sql, debt)
  const payee = await findPayee(orgId, deps.sql)
  const { provider, account } = deps.payments.forOrganisation(payee)
  if (!payer || !provider.means || provider.name === 'manual') throw notCharged()
  const { currency, open_minor: amountMinor } = debt
  const setup = { account, orgId, planId }
  let result: SetupResult
  if (reference !== undefined) result = await provider.means.retrieveSetup(setup, reference)
  else {
    if (paymentMethod === undefined) throw new ApiError('parameter_missing', { param: 'payment_method' })
    if (isReader(paymentMethod)) throw new PaymentError('payment_method_invalid')
    const hasMandate = mandate !== undefined
    const later = { amountMinor, currency, now: deps.clock(orgId), startsAt: null, keeps: true, hasMandate }
    const asked: MeansSetup = {
      ...setup,
      paymentMethod,
      payer,
      currency,
      idempotencyKey: `card_${randomUUID()}`,
      allowedMethods: allowedMethods(provider, payee, later, { paymentMethod, returnUrl: null }),
      ...(mandate && { mandate }),
    }
    result = await provider.means.setUp(asked)
  }
  if (result.kind === 'kept') {
    const { means, mandate: given } = result
    return { kind: 'given', provider: provider.name, account, means, mandate: given, language: read ?? payer.language }
  }
  if (result.kind === 'requires_action') return result
  if (result.kind !== 'declined') throw new PaymentError('payment_provider_error', { cause: result.cause })
  const { code, declineCode, message } = result
  throw new PaymentError(code, { message, ...(declineCode === undefined ? {} : { decline_code: declineCode }) })
}

type Planned = { debt: LockedDebt; planId: number; userId: number }

async function lockPlanned(orgId: OrgId, tx: Tx, debtId: number): Promise<Planned> {
  const [debt] = await lockDebts(orgId, tx, [debtId])
  if (!debt) throw new ApiError('resource_missing')
  const { membership_plan_id: planId, user_id: userId } = debt
  if (planId === null || userId === null) throw notCharged()
  return { debt, planId, userId }
}

const notCharged = () =>
  new ApiError('state_conflict', { message: 'This is not of a plan that is charged to a card by itself.' })
