import { type Static, Type } from 'typebox'
import type { Language } from '../../../faces/kit/languages.ts'
import { legalKinds } from '../../../faces/kit/legal.ts'
import type { OrgId } from '../../access/principal.ts'
import { findOfferedWallets } from '../../papers/wallet/wallet-settings.ts'
import { findHiddenWallets, hostOfPage } from '../../payments/payment-domains/wallets-at-host.ts'
import { findMethodSettings, methodFields, toMethod } from '../../payments/payments/offer-of-methods.ts'
import { expressOf, type MethodSettings, methodsSwitchedOn } from '../../payments/payments/offered-methods.ts'
import { expressMethods, isCardWallet } from '../../payments/payments/payment-methods.ts'
import type { PaymentDeps, Payments } from '../../payments/payments/providers.ts'
import { findLegalPages, type LegalPageRow, legalLink, legalPageFor } from '../../people/legal/legal-page.ts'
import { Organisation, type OrganisationRow, toOrganisation } from '../../people/organisation/organisation.ts'
import { findOrganisation } from '../../people/organisation/retrieve-organisation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { aheadSeconds } from '../../platform/values/clock.ts'
import { severalCurrencies } from '../../programme/events/several-currencies.ts'
import { catalogueStatus } from '../../programme/statuses.ts'

/** What of an organisation everybody may see. */
const SHOWN = [
  'org_id',
  'mode',
  'name',
  'country',
  'timezone',
  'currency',
  'language',
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

const LegalLink = Type.Object(
  {
    kind: OneOf([...legalKinds]),
    url: Type.String({ description: 'the organisation’s own, or of a page of its shop' }),
    is_external: Type.Boolean({ description: 'it is not a page of the shop' }),
  },
  { title: 'LegalLink' },
)

const Storefront = Type.Object(
  {
    ...Type.Pick(Organisation, [...SHOWN]).properties,
    legal: Type.Array(LegalLink, { description: 'what the shop shows in its foot' }),
    terms_version: Nullable(
      Type.Integer({ description: 'which a checkout has to send as terms_version; null: nobody is asked to agree' }),
    ),
    clock_ahead_seconds: Type.Integer({
      description: 'of the real time, where this is a sandbox whose clock was moved; else 0',
    }),
    several_currencies: Type.Boolean({
      description: 'it sells in others than its own, too: an amount names its currency',
    }),
    sells_memberships: Type.Boolean({ description: 'there are some to be bought: /v1/storefront/memberships' }),
    sends_invoices: Type.Boolean({ description: 'a checkout may say by document_recipient for whom the invoice is' }),
    sends_by_peppol: Type.Boolean({
      description: 'an invoice is sent by Peppol to a peppol_id of its document_recipient',
    }),
    wallets: Type.Array(OneOf(['apple', 'google']), { description: 'of phones, for which buyers can have passes' }),
    payments: Nullable(
      Type.Object({
        provider: OneOf(['stripe', 'test'], { description: 'test takes pm_test_ok and the like' }),
        publishable_key: Nullable(Type.String({ description: 'what Stripe’s script is started with' })),
        account: Nullable(Type.String({ description: 'Stripe’s stripeAccount' })),
        methods: Type.Array(Type.Object(methodFields), {
          description: 'the ways to pay that are offered; any other is refused. For Stripe’s allowedPaymentMethodTypes',
        }),
        express: Type.Array(OneOf([...expressMethods]), {
          description:
            'wallets that bring the buyer’s name and address along, for buttons above the form, in this order; any other is refused. Of the test ' +
            'provider they are pm_test_wallet_apple_pay and the like',
        }),
      }),
    ),
    bank_transfer: Nullable(
      Type.Object({
        days: Type.Integer({ description: 'for which places wait for the money' }),
        days_before_event: Type.Integer({ description: 'it is taken until so many days before an event starts' }),
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
    description:
      'payments is null while the organisation cannot be paid online, sign_in while fans cannot sign in, bank_transfer while it does not offer it: a ' +
      'checkout names payment_method bank_transfer then, and the order waits for the money',
  },
)

export const retrieveStorefront: Operation<PaymentDeps> = (app, { sql, clock, systemClock, payments, publicUrl }) =>
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
    async (request) => {
      const { view } = request
      const [[row], [provider], [settings], [transfer], hidden] = await Promise.all([
        findOrganisation(view.orgId, sql),
        findSignIn(view.orgId, sql),
        findMethodSettings(view.orgId, sql),
        findTransferOffer(view.orgId, sql),
        findHiddenWallets(view.orgId, sql, hostOfPage(request)),
      ])
      if (!row || !settings) throw new ApiError('resource_missing')
      return toStorefront(toOrganisation(row, publicUrl), {
        shown: payments.shownInShop(row),
        aheadBy: aheadSeconds(view.orgId, { clock, systemClock }),
        settings,
        hidden,
        transfer,
        provider,
        wallets: await findOfferedWallets(view.orgId, sql),
        ...(await salesOf(view.orgId, sql, clock(view.orgId))),
        ...legalOf(await findLegalPages(view.orgId, sql), row, publicUrl, readerLanguage(request)),
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

export const TransferOffer = Type.Object({ transfer_days: Type.Integer(), transfer_days_before: Type.Integer() })
type TransferOffer = Static<typeof TransferOffer>

const findTransferOffer = (orgId: OrgId, sql: Db) => sql<TransferOffer[]>`
  select transfer_days, transfer_days_before
  from organisations
  where org_id = ${orgId}
    and transfer_on`

type Sales = { several: boolean; memberships: boolean; invoices: boolean; peppol: boolean }

/** Whether it sells in several currencies, whether memberships, and whether buyers get invoices. */
async function salesOf(orgId: OrgId, sql: Db, now: Date): Promise<Sales> {
  const [row] = await sql<Sales[]>`
    select ${severalCurrencies(orgId, sql)} as several, exists (
      select 1
      from membership_types t
      join membership_categories c on c.org_id = ${orgId} and c.membership_category_id = t.membership_category_id
      join organisations o on o.org_id = ${orgId}
      left join seasons n on n.org_id = ${orgId} and n.season_id = t.season_id
      where t.org_id = ${orgId}
        and t.status = ${catalogueStatus.active}
        and c.status = ${catalogueStatus.active}
        and t.show_online
        and c.show_online
        and (t.available_until is null or t.available_until > ${now})
        and (t.term is not null or coalesce(n.last_day, t.expires, 'infinity') >= (${now}::timestamptz at time zone o.timezone)::date)
    ) as memberships, exists (
      select 1
      from document_settings
      where org_id = ${orgId}
        and issued_from is not null
    ) as invoices, exists (
      select 1
      from peppol_access_points
      where org_id = ${orgId}
    ) as peppol
    from organisations g
    where g.org_id = ${orgId}`
  return row ?? { several: false, memberships: false, invoices: false, peppol: false }
}

function legalOf(
  rows: LegalPageRow[],
  organisation: OrganisationRow,
  publicUrl: string,
  language: Language | undefined,
): Pick<Offered, 'legal' | 'terms_version'> {
  const pages = rows.flatMap((row) => legalPageFor(row, language, organisation.language) ?? [])
  const legal = legalKinds.flatMap((kind) => {
    const page = pages.find((each) => each.kind === kind)
    return page ? [{ kind, url: legalLink(publicUrl, organisation, page), is_external: page.url !== null }] : []
  })
  const terms = pages.find(({ kind }) => kind === 'terms')
  return { legal, terms_version: organisation.terms_consent && terms ? terms.version : null }
}

type Offered = {
  shown: ReturnType<Payments['shownInShop']>
  settings: MethodSettings
  hidden: string[]
  transfer: TransferOffer | undefined
  provider: SignInRow | undefined
  wallets: ('apple' | 'google')[]
  several: boolean
  memberships: boolean
  invoices: boolean
  peppol: boolean
  legal: Static<typeof LegalLink>[]
  terms_version: number | null
  aheadBy: number
}

/** Those that one of its currencies can be paid by. */
const waysToPay = ({ settings, hidden, several }: Offered, currency: string) => ({
  methods: methodsSwitchedOn(settings)
    .filter((name) => !isCardWallet(name))
    .map((name) => toMethod(name, settings.mode, several ? undefined : currency))
    .filter(({ currencies }) => currencies === null || currencies.length > 0),
  express: expressOf(settings).filter((name) => !hidden.includes(name)),
})

const toStorefront = (organisation: ReturnType<typeof toOrganisation>, offered: Offered) => {
  const { transfer, provider, wallets, several, memberships, invoices, peppol, legal, terms_version, aheadBy } = offered
  return {
    org_id: organisation.org_id,
    mode: organisation.mode,
    name: organisation.name,
    country: organisation.country,
    timezone: organisation.timezone,
    currency: organisation.currency,
    language: organisation.language,
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
    legal,
    terms_version,
    clock_ahead_seconds: aheadBy,
    several_currencies: several,
    sells_memberships: memberships,
    sends_invoices: invoices,
    sends_by_peppol: peppol,
    wallets,
    payments: offered.shown && { ...offered.shown, ...waysToPay(offered, organisation.currency) },
    bank_transfer: transfer ? { days: transfer.transfer_days, days_before_event: transfer.transfer_days_before } : null,
    sign_in: provider ? { name: provider.name, issuer: provider.issuer, client_id: provider.client_id } : null,
  } satisfies Static<typeof Storefront>
}
