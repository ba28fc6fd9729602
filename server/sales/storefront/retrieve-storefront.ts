import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Organisation, toOrganisation } from '../../people/organisation/organisation.ts'
import { findOrganisation } from '../../people/organisation/retrieve-organisation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { severalCurrencies } from '../../programme/events/several-currencies.ts'
import type { PaymentDeps, Payments } from '../payments/providers.ts'
import { findOfferedWallets } from '../wallet/wallet-settings.ts'

/** What of an organisation everybody may see. */
const SHOWN = [
  'org_id',
  'mode',
  'name',
  'country',
  'timezone',
  'currency',
  'shop_url',
  'logo_image',
  'background_image',
  'favicon',
  'background_color',
  'accent_color',
  'embed_origins',
  'transaction_fee_fixed',
  'transaction_fee_percentage',
  'transaction_fee_max',
  'transaction_fee_free_orders',
] as const

const Storefront = Type.Object(
  {
    ...Type.Pick(Organisation, [...SHOWN]).properties,
    several_currencies: Type.Boolean({
      description: 'it sells in others than its own, too: an amount names its currency',
    }),
    wallets: Type.Array(OneOf(['apple', 'google']), { description: 'of phones, for which buyers can have passes' }),
    payments: Nullable(
      Type.Object({
        provider: OneOf(['stripe', 'test'], { description: 'test takes pm_test_ok and the like' }),
        publishable_key: Nullable(Type.String({ description: 'what Stripe’s script is started with' })),
        account: Nullable(Type.String({ description: 'Stripe’s stripeAccount' })),
      }),
    ),
    sign_in: Nullable(
      Type.Object({
        name: Type.String({ description: 'of the provider' }),
        issuer: Type.String({ description: 'OpenID; its discovery document says the rest' }),
        client_id: Type.String({ description: 'of the shop there: a public client that uses PKCE' }),
      }),
    ),
  },
  {
    title: 'Storefront',
    description: 'payments is null while the organisation cannot be paid online, sign_in while fans cannot sign in',
  },
)

export const retrieveStorefront: Operation<PaymentDeps> = (app, { sql, payments, publicUrl }) =>
  app.get(
    '/v1/storefront',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveStorefront',
        summary: 'Retrieve what a shop’s page shows of the organisation',
        description:
          'Its name, its look, what an order costs beside its tickets, how it takes payments, and where fans sign in. A publishable key is enough.',
        tags: ['Storefront'],
        response: { 200: Storefront },
      },
    },
    async ({ view }) => {
      const [[row], [provider]] = await Promise.all([findOrganisation(view.orgId, sql), findSignIn(view.orgId, sql)])
      if (!row) throw new ApiError('resource_missing')
      return toStorefront(toOrganisation(row, publicUrl), {
        shown: payments.shownInShop(row),
        provider,
        wallets: await findOfferedWallets(view.orgId, sql),
        several: await sellsInSeveral(view.orgId, sql),
      })
    },
  )

export const SignInRow = Type.Object({ name: Type.String(), issuer: Type.String(), client_id: Type.String() })
type SignInRow = Static<typeof SignInRow>

/** The first of several: a page has one button. */
const findSignIn = (orgId: OrgId, sql: Db) => sql<SignInRow[]>`
  select name, issuer, audiences[1] as client_id
  from sso_providers
  where org_id = ${orgId}
    and sso_provider_status = 'active'
  order by sso_provider_id
  limit 1`

async function sellsInSeveral(orgId: OrgId, sql: Db): Promise<boolean> {
  const [row] = await sql<{ several: boolean }[]>`
    select ${severalCurrencies(orgId, sql)} as several
    from organisations g
    where g.org_id = ${orgId}`
  return row?.several ?? false
}

type Offered = {
  shown: ReturnType<Payments['shownInShop']>
  provider: SignInRow | undefined
  wallets: ('apple' | 'google')[]
  several: boolean
}

const toStorefront = (
  organisation: ReturnType<typeof toOrganisation>,
  { shown, provider, wallets, several }: Offered,
) => {
  return {
    org_id: organisation.org_id,
    mode: organisation.mode,
    name: organisation.name,
    country: organisation.country,
    timezone: organisation.timezone,
    currency: organisation.currency,
    shop_url: organisation.shop_url,
    logo_image: organisation.logo_image,
    background_image: organisation.background_image,
    favicon: organisation.favicon,
    background_color: organisation.background_color,
    accent_color: organisation.accent_color,
    embed_origins: organisation.embed_origins,
    transaction_fee_fixed: organisation.transaction_fee_fixed,
    transaction_fee_percentage: organisation.transaction_fee_percentage,
    transaction_fee_max: organisation.transaction_fee_max,
    transaction_fee_free_orders: organisation.transaction_fee_free_orders,
    several_currencies: several,
    wallets,
    payments: shown,
    sign_in: provider ? { name: provider.name, issuer: provider.issuer, client_id: provider.client_id } : null,
  } satisfies Static<typeof Storefront>
}
