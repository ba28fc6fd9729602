import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { SsoError } from '../../people/sso/errors.ts'
import { findProvenCustomer, identify, TokenHeader } from '../../people/sso/identify.ts'
import type { SsoDeps } from '../../people/sso/verify-token.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

const OwnCredit = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217' }),
    balance: Type.Number({ description: 'major unit of the currency' }),
    next_expiry: Nullable(Type.Integer({ description: 'Unix seconds; when some of it expires next; null: never' })),
  },
  { title: 'OwnCredit' },
)

const List = Type.Object({
  object: Type.Unsafe<string>({ type: 'string', const: 'own_credits', description: 'the kind of the items' }),
  data: Type.Array(OwnCredit),
})

/** No fan has more currencies. */
const CREDITS_MAX = 50

export const listOwnCredits: Operation<SsoDeps> = (app, deps) =>
  app.get(
    '/v1/sso/credits',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'listOwnCredits',
        summary: 'List the signed-in fan’s credit',
        description:
          'In each currency in which there is some: what they can spend at the checkout. 403 while they have not proven to be a customer.',
        tags: ['Storefront'],
        headers: TokenHeader,
        response: { 200: List },
      },
    },
    async (request) => {
      const { orgId } = request
      const identity = await identify(request, deps)
      const userId = await findProvenCustomer(orgId, deps, identity)
      if (userId === undefined) throw new SsoError('sso_account_not_linked')
      const rows = await findOwnCredits(orgId, deps.sql, userId)
      return { object: 'own_credits', data: rows.map(toOwnCredit) }
    },
  )

export const OwnCreditRow = Type.Object({
  currency: Type.String(),
  balance_minor: Type.Integer(),
  next_expiry: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
})
type OwnCreditRow = Static<typeof OwnCreditRow>

const findOwnCredits = (orgId: OrgId, sql: Db, userId: number) => sql<OwnCreditRow[]>`
  select a.currency, a.balance_minor, (
    select min(l.expires_at)
    from credit_lots l
    where l.org_id = ${orgId}
      and l.credit_account_id = a.credit_account_id
      and l.left_minor > 0
  ) as next_expiry
  from credit_accounts a
  where a.org_id = ${orgId}
    and a.user_id = ${userId}
    and a.balance_minor > 0
  order by a.currency
  limit ${CREDITS_MAX}`

const toOwnCredit = (row: OwnCreditRow) =>
  ({
    currency: row.currency,
    balance: toMajor(row.balance_minor, row.currency),
    next_expiry: row.next_expiry && unixSeconds(row.next_expiry),
  }) satisfies Static<typeof OwnCredit>
