import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, Nullable, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { base62 } from '../../platform/values/random.ts'
import type { PaymentDeps } from './providers.ts'

const ReturnAddress = Text(2000, { description: 'absolute https address, or a page of this service' })
const Body = Input({
  return_url: ReturnAddress,
  refresh_url: Type.Optional(ReturnAddress),
})
const Onboarding = Type.Object(
  {
    url: Type.String({ description: 'where to send the person who acts for the organisation, once and soon' }),
    expires_at: Nullable(UnixSeconds()),
  },
  { title: 'PaymentAccountOnboarding' },
)

/** So long may staff take on the provider's pages. */
const STATE_MS = DAY_MS

export const startOnboarding: Operation<PaymentDeps> = (app, deps) =>
  app.post(
    '/v1/manage/payment_account/onboarding',
    {
      config: { scope: 'payments:manage', needsProof: true, effects: ['money_out'] },
      schema: {
        operationId: 'startOnboarding',
        summary: 'Begin to connect a payment account',
        description: [
          'Opens an account for the organisation at the payment provider, or goes on with the one that was opened before, and',
          'answers with a link to the provider’s own pages. From there the browser comes back to `return_url` with a `state` in its',
          'query, which completes the onboarding; a link that has expired leads to `refresh_url` (default: `return_url` without',
          'a state), where another can be asked for. Only the newest link’s state counts, once, within a day.',
        ].join(' '),
        tags: ['Payments'],
        body: Body,
        response: { 201: Onboarding },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const { sql, clock, payments, publicUrl } = deps
      checkAddresses(publicUrl, body)
      reply.code(201)
      const begin = async (tx: Tx) => {
        const [organisation] = await lockOrganisation(orgId, tx)
        if (!organisation) throw new ApiError('resource_missing')
        const { mode, country, payment_account_id } = organisation
        if (payment_account_id !== null) {
          throw new ApiError('state_conflict', { message: `The organisation has the account ${payment_account_id}.` })
        }
        // Refuses before anything is written down where no provider opens accounts.
        payments.accountsFor(mode)
        const state = base62(32)
        const [onboarding] = await storeState(orgId, tx, clock(orgId), state)
        if (!onboarding) throw new Error('an onboarding was not stored')
        const entry = { action: 'payment_account.onboarding', objectType: 'organisation', objectId: orgId }
        await record(tx, clock, request, { ...entry, after: { return_url: body.return_url } })
        return { mode, country, state, ...onboarding }
      }
      return changeThen({ ...deps, orgId, request, reply }, begin, async (onboarding) => {
        const { mode, country, state, idempotency_key: idempotencyKey } = onboarding
        const accounts = payments.accountsFor(mode)
        const account = onboarding.payment_account_id ?? (await accounts.create({ orgId, country, idempotencyKey }))
        if (onboarding.payment_account_id === null) await storeAccount(orgId, sql, idempotencyKey, account)
        const { url, expiresAt } = await accounts.link(account, {
          returnUrl: withState(body.return_url, state),
          refreshUrl: body.refresh_url ?? body.return_url,
        })
        return { url, expires_at: expiresAt && unixSeconds(expiresAt) } satisfies Static<typeof Onboarding>
      })
    },
  )

/** What is kept of a state: a reader of the table cannot complete an organisation's onboarding. */
export const hashState = (state: string): Buffer => createHash('sha256').update(state).digest()

/** Our own pages may be without TLS: on the machine of an operator who tries it out. */
function checkAddresses(publicUrl: string, body: Static<typeof Body>): void {
  const isAddress = (text: string) => {
    if (!URL.canParse(text)) return false
    const { protocol, origin, username } = new URL(text)
    return username === '' && (protocol === 'https:' || origin === new URL(publicUrl).origin)
  }
  const message = 'must be an absolute address that begins with https://'
  const problems = (['return_url', 'refresh_url'] as const)
    .filter((param) => body[param] !== undefined && !isAddress(body[param]))
    .map((param) => ({ param, code: 'parameter_invalid' as const, message: `${param} ${message}` }))
  if (problems.length > 0) throw invalidParameters(problems)
}

function withState(returnUrl: string, state: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('state', state)
  return url.href
}

export const OnboardedOrganisationRow = Type.Object({
  mode: OneOf(['live', 'test']),
  country: Type.String(),
  payment_account_id: Nullable(Type.String()),
})
type OnboardedOrganisationRow = Static<typeof OnboardedOrganisationRow>

/** Held, so that an account that is being connected is seen. */
const lockOrganisation = (orgId: OrgId, tx: Tx) => tx<OnboardedOrganisationRow[]>`
  select mode, country, payment_account_id
  from organisations
  where org_id = ${orgId}
  for no key update`

export const OnboardingRow = Type.Object({
  idempotency_key: Type.String(),
  payment_account_id: Nullable(Type.String()),
})
type OnboardingRow = Static<typeof OnboardingRow>

/** The account of an onboarding that was left half-way is gone on with; its state counts no more. */
const storeState = (orgId: OrgId, tx: Tx, now: Date, state: string) => tx<OnboardingRow[]>`
  insert into payment_account_onboardings (org_id, state_hash, state_expires_at, created_at, changed_at)
  values (${orgId}, ${hashState(state)}, ${new Date(now.getTime() + STATE_MS)}, ${now}, ${now})
  on conflict (org_id) do update
  set state_hash = excluded.state_hash, state_expires_at = excluded.state_expires_at, changed_at = excluded.changed_at
  returning idempotency_key, payment_account_id`

/** Two that ask at once ask under one key, and are given one account. */
const storeAccount = (orgId: OrgId, sql: Db, idempotencyKey: string, account: string) => sql`
  update payment_account_onboardings
  set payment_account_id = ${account}
  where org_id = ${orgId}
    and idempotency_key = ${idempotencyKey}
    and payment_account_id is null`
