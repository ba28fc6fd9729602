import { type Static, Type } from 'typebox'
import type { Operation } from '../../operation.ts'
import { Organisation, type OrganisationRow, toOrganisation } from '../../people/organisation/organisation.ts'
import { findOrganisation } from '../../people/organisation/retrieve-organisation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Payments } from '../payments/providers.ts'
import { findOfferedWallets } from '../wallet/wallet-settings.ts'

/** What of an organisation everybody may see. */
const SHOWN = [
  'org_id',
  'mode',
  'name',
  'country',
  'timezone',
  'currency',
  'logo_image',
  'background_image',
  'favicon',
  'background_color',
  'accent_color',
  'transaction_fee_fixed',
  'transaction_fee_percentage',
  'transaction_fee_max',
] as const

const Storefront = Type.Object(
  {
    ...Type.Pick(Organisation, [...SHOWN]).properties,
    wallets: Type.Array(OneOf(['apple', 'google']), { description: 'of phones, for which buyers can have passes' }),
    payments: Nullable(
      Type.Object({
        provider: OneOf(['stripe', 'test'], { description: 'test takes pm_test_ok and the like' }),
        publishable_key: Nullable(Type.String({ description: 'what Stripe’s script is started with' })),
        account: Nullable(Type.String({ description: 'Stripe’s stripeAccount' })),
      }),
    ),
  },
  { title: 'Storefront', description: 'payments is null while the organisation cannot be paid online' },
)

export const retrieveStorefront: Operation = (app, { sql, payments }) =>
  app.get(
    '/v1/storefront',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveStorefront',
        summary: 'Retrieve what a shop’s page shows of the organisation',
        description:
          'Its name, its look, what an order costs beside its tickets, and how it takes payments. A publishable key is enough.',
        tags: ['Storefront'],
        response: { 200: Storefront },
      },
    },
    async ({ view }) => {
      const [row] = await findOrganisation(view.orgId, sql)
      if (!row) throw new ApiError('resource_missing')
      return toStorefront(row, payments, await findOfferedWallets(view.orgId, sql))
    },
  )

const toStorefront = (row: OrganisationRow, payments: Payments, wallets: ('apple' | 'google')[]) => {
  const organisation = toOrganisation(row)
  return {
    org_id: organisation.org_id,
    mode: organisation.mode,
    name: organisation.name,
    country: organisation.country,
    timezone: organisation.timezone,
    currency: organisation.currency,
    logo_image: organisation.logo_image,
    background_image: organisation.background_image,
    favicon: organisation.favicon,
    background_color: organisation.background_color,
    accent_color: organisation.accent_color,
    transaction_fee_fixed: organisation.transaction_fee_fixed,
    transaction_fee_percentage: organisation.transaction_fee_percentage,
    transaction_fee_max: organisation.transaction_fee_max,
    wallets,
    payments: payments.shownInShop(row),
  } satisfies Static<typeof Storefront>
}
