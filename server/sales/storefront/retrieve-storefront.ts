import { type Static, Type } from 'typebox'
import type { View } from '../../access/authenticate/audience.ts'
import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Payments } from '../payments/providers.ts'

const Storefront = Type.Object(
  {
    org_id: Type.String(),
    mode: OneOf(['live', 'test'], { description: 'test is a sandbox, in which nobody is charged' }),
    name: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
    timezone: Type.String({ description: 'IANA name' }),
    currency: Type.String({ description: 'ISO 4217' }),
    logo_image: Nullable(Type.String()),
    background_image: Nullable(Type.String()),
    favicon: Nullable(Type.String()),
    background_color: Nullable(Type.String({ description: '#rrggbb' })),
    accent_color: Nullable(Type.String({ description: '#rrggbb; of buttons and links' })),
    transaction_fee_fixed: Type.Number({ description: 'on every order; major unit of the currency' }),
    transaction_fee_percentage: Type.Number({ description: 'of what an order costs without it' }),
    transaction_fee_max: Nullable(Type.Number({ description: 'the most that both are together; null: no cap' })),
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

export const StorefrontRow = Type.Object({
  org_id: Type.Integer(),
  mode: OneOf(['live', 'test']),
  name: Type.String(),
  payment_account_id: Nullable(Type.String()),
  country: Type.String(),
  timezone: Type.String(),
  currency: Type.String(),
  logo_image: Nullable(Type.String()),
  background_image: Nullable(Type.String()),
  favicon: Nullable(Type.String()),
  background_color: Nullable(Type.String()),
  accent_color: Nullable(Type.String()),
  transaction_fee_fixed_minor: Type.Integer(),
  transaction_fee_basis_points: Type.Integer(),
  transaction_fee_max_minor: Nullable(Type.Integer()),
})
type StorefrontRow = Static<typeof StorefrontRow>

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
      const [row] = await findStorefront(view, sql)
      if (!row) throw new ApiError('resource_missing')
      return toStorefront(row, payments)
    },
  )

const findStorefront = ({ orgId }: View, sql: Db) => sql<StorefrontRow[]>`
  select org_id, mode, name, payment_account_id, country, timezone, currency, logo_image, background_image, favicon,
    background_color, accent_color, transaction_fee_fixed_minor, transaction_fee_basis_points, transaction_fee_max_minor
  from organisations
  where org_id = ${orgId}`

const toStorefront = (row: StorefrontRow, payments: Payments) =>
  ({
    org_id: String(row.org_id),
    mode: row.mode,
    name: row.name,
    country: row.country,
    timezone: row.timezone,
    currency: row.currency,
    logo_image: row.logo_image,
    background_image: row.background_image,
    favicon: row.favicon,
    background_color: row.background_color,
    accent_color: row.accent_color,
    transaction_fee_fixed: toMajor(row.transaction_fee_fixed_minor, row.currency),
    transaction_fee_percentage: row.transaction_fee_basis_points / 100,
    transaction_fee_max:
      row.transaction_fee_max_minor === null ? null : toMajor(row.transaction_fee_max_minor, row.currency),
    payments: payments.shownInShop(row),
  }) satisfies Static<typeof Storefront>
