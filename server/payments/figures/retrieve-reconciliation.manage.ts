import { type Static, Type } from 'typebox'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Nullable, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { ProviderBooks, ProviderRecord, RecordKind } from '../payments/provider.ts'
import type { PaymentDeps, Payments } from '../payments/providers.ts'
import { type BookedRow, compareBooks, type FoundDifference, unmatchedDifference } from './compare-books.ts'

const DAY_S = 86_400
const DAYS_MAX = 31
/** Of ours that the provider's list did not have, asked for one by one. */
const ASKED_MAX = 20
const BOOKED_MAX = 2000
/** Comparisons at once, by one process: each is a row of calls to the provider. */
const AT_ONCE = { all: 4, each: 1 }

const Query = Input({
  kind: Type.Optional(OneOf(['payments', 'refunds'], { default: 'payments' })),
  unix_start: UnixSeconds(),
  unix_end: UnixSeconds({ description: `${DAYS_MAX} days after unix_start at most` }),
})

const Money = Type.Object({ amount: Type.Number(), currency: Type.String() }, { title: 'MoneyAmount' })
const BookDifference = Type.Object(
  {
    difference: OneOf(['missing_here', 'missing_there', 'other_amount', 'other_currency', 'unknown'], {
      description: 'here: our books; there: the provider’s',
    }),
    reference: Type.String({ description: 'by which the provider knows it' }),
    order_id: Nullable(Type.Integer()),
    created: Type.Integer({ description: 'Unix seconds' }),
    here: Nullable(Money),
    there: Nullable(Money),
  },
  { title: 'BookDifference' },
)
const Reply = Type.Object(
  {
    comparison: OneOf(['complete', 'partial', 'unknown', 'none'], {
      description:
        'partial: go on with unix_start as unix_end. unknown: the provider did not say. none: it keeps no list',
    }),
    provider: Nullable(Type.String()),
    unix_start: Type.Integer({ description: 'compared from here on' }),
    unix_end: Type.Integer(),
    matched: Type.Integer({ description: 'the same here and there' }),
    others: Type.Integer({ description: 'there, and not made by this service' }),
    differences: Type.Array(BookDifference),
  },
  { title: 'Reconciliation' },
)
type Reply = Static<typeof Reply>

export const retrieveReconciliation: Operation<PaymentDeps> = (app, { sql, payments }) => {
  const slots = createSlots(AT_ONCE)
  app.get(
    '/v1/manage/reconciliation',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrieveReconciliation',
        summary: 'Compare the books with the provider’s',
        description:
          'Payments, or refunds, of a time against the provider’s own list; the newest first, some 1,000 at once.',
        tags: ['Sales figures'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }): Promise<Reply> => {
      const { kind = 'payments', unix_start: startUnix, unix_end: endUnix } = query
      refuseWide(startUnix, endUnix)
      const collector = await findCollector(orgId, sql, payments)
      const asked = { unix_start: startUnix, unix_end: endUnix, matched: 0, others: 0, differences: [] }
      if (!collector?.books) return { comparison: 'none', provider: collector?.name ?? null, ...asked }
      const { books, account, name } = collector
      const release = slots.take(orgId)
      try {
        const list = await books.list(account, kind, { startUnix, endUnix })
        if (list.kind === 'unknown') return { comparison: 'unknown', provider: name, ...asked }
        const compared = await compare(orgId, sql, { kind, account, books, endUnix, list })
        const comparison = compared.unix_start > startUnix ? 'partial' : 'complete'
        return { ...asked, comparison, provider: name, ...compared }
      } finally {
        release()
      }
    },
  )
}

function refuseWide(startUnix: number, endUnix: number): void {
  const problem = (message: string) => invalidParameters([{ param: 'unix_end', code: 'parameter_invalid', message }])
  if (startUnix >= endUnix) throw problem('unix_end must be after unix_start.')
  // A month in which clocks are set back is an hour longer.
  if (endUnix - startUnix > DAYS_MAX * DAY_S + 3600) throw problem(`Ask for ${DAYS_MAX} days at most.`)
}

/** Who collects for the organisation now; undefined while no provider does. */
async function findCollector(orgId: OrgId, sql: Db, payments: Payments) {
  const [organisation] = await sql<{ mode: OrganisationMode; payment_account_id: string | null }[]>`
    select mode, payment_account_id
    from organisations
    where org_id = ${orgId}`
  if (!organisation || !payments.canBePaid(organisation)) return undefined
  const { provider, account } = payments.forOrganisation(organisation)
  return { name: provider.name, books: provider.books, account }
}

type Comparison = {
  kind: RecordKind
  account: string | null
  books: ProviderBooks
  endUnix: number
  list: { records: ProviderRecord[]; sinceUnix: number }
}

async function compare(orgId: OrgId, sql: Db, { kind, account, books, endUnix, list }: Comparison) {
  const find = findBooked[kind]
  const inTime = await find(orgId, sql, { account, sinceUnix: list.sinceUnix, endUnix })
  // More of ours than we look at: what is older is left to the caller's next page.
  const oldest = inTime.length > BOOKED_MAX ? inTime.at(-1) : undefined
  const sinceUnix = Math.max(list.sinceUnix, oldest === undefined ? 0 : oldest.created_unix + 1)
  const records = list.records.filter(({ createdUnix }) => createdUnix >= sinceUnix)
  const ours = records.filter((record) => record.orgId === orgId)
  const references = ours.map(({ paymentReference }) => paymentReference)
  const named = references.length === 0 ? [] : await find(orgId, sql, { account, references })
  const booked = [...inTime.filter(({ created_unix }) => created_unix >= sinceUnix), ...named]
  const { differences, unmatched } = compareBooks(booked, ours)
  const answers = await Promise.all(unmatched.slice(0, ASKED_MAX).map((row) => books.has(account, kind, row.reference)))
  const missing = unmatched.flatMap((row, index) => {
    const answer = answers[index] ?? 'unknown'
    return answer === 'yes' ? [] : [unmatchedDifference(row, answer)]
  })
  return {
    unix_start: sinceUnix,
    matched: ours.length - differences.length + answers.filter((answer) => answer === 'yes').length,
    others: records.length - ours.length,
    differences: [...differences, ...missing].map(toDifference),
  }
}

/** Of a time, or those that the provider's list names. */
type Wanted = { account: string | null } & ({ sinceUnix: number; endUnix: number } | { references: string[] })

const findPayments = (orgId: OrgId, sql: Db, wanted: Wanted) => sql<BookedRow[]>`
  select p.payment_id as id, coalesce(p.order_id, (
      select min(d.order_id)
      from payment_debts x
      join debts d on d.org_id = ${orgId} and d.debt_id = x.debt_id
      where x.org_id = ${orgId}
        and x.payment_id = p.payment_id
    )) as order_id, coalesce(p.provider_reference, '') as reference, p.amount_minor, p.currency, p.payment_status = 'succeeded' as succeeded,
    floor(extract(epoch from coalesce(p.succeeded_at, p.created_at)))::bigint as created_unix
  from payments p
  where p.org_id = ${orgId}
    and p.provider = 'stripe'
    and p.payment_account_id is not distinct from ${wanted.account}
    and p.provider_reference is not null
    ${
      'references' in wanted
        ? sql`and p.provider_reference = any (${wanted.references}::text[])`
        : sql`
          and p.succeeded_at >= to_timestamp(${wanted.sinceUnix})
          and p.succeeded_at < to_timestamp(${wanted.endUnix})`
    }
  order by p.succeeded_at desc
  limit ${BOOKED_MAX + 1}`

/** The provider's list names their payments, along whose index they are found. */
const findRefunds = (orgId: OrgId, sql: Db, wanted: Wanted) => sql<BookedRow[]>`
  select r.refund_id as id, coalesce(p.order_id, r.order_id) as order_id,
    coalesce(r.provider_reference, '') as reference, r.amount_minor, p.currency, r.refund_status = 'succeeded' as succeeded,
    floor(extract(epoch from r.changed_at))::bigint as created_unix
  from refunds r
  join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
  where r.org_id = ${orgId}
    and p.provider = 'stripe'
    and p.payment_account_id is not distinct from ${wanted.account}
    and r.provider_reference is not null
    ${
      'references' in wanted
        ? sql`and p.provider_reference = any (${wanted.references}::text[])`
        : sql`
          and r.refund_status = 'succeeded'
          and r.changed_at >= to_timestamp(${wanted.sinceUnix})
          and r.changed_at < to_timestamp(${wanted.endUnix})`
    }
  order by r.changed_at desc
  limit ${BOOKED_MAX + 1}`

/** Ours, by what they are. */
export const findBooked = { payments: findPayments, refunds: findRefunds } satisfies Record<RecordKind, unknown>

function toDifference({ difference, reference, orderId, createdUnix, here, there: providerAmount }: FoundDifference) {
  const money = (amount: FoundDifference['here']) =>
    amount && { amount: toMajor(amount.amountMinor, amount.currency), currency: amount.currency }
  return {
    difference,
    reference,
    order_id: orderId,
    created: createdUnix,
    here: money(here),
    there: money(providerAmount),
  } satisfies Static<typeof BookDifference>
}
