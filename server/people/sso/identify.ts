import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { SsoError } from './errors.ts'
import type { Identity, SsoDeps } from './verify-token.ts'

/** For the description of an operation; a missing token is answered by its own code, not as a missing parameter. */
export const TokenHeader = Type.Object({
  'x-sso-token': Type.String({ description: 'ID token of a registered provider' }),
}) satisfies TSchema

export const OptionalTokenHeader = Type.Partial(TokenHeader)

/** Who signed in, by the token beside the API key; 401 where it is missing, bad or expired. */
export const identify = (
  { orgId, headers }: Pick<FastifyRequest, 'orgId' | 'headers'>,
  { verifySsoToken }: SsoDeps,
): Promise<Identity> => verifySsoToken(orgId, headers['x-sso-token'] as string | undefined)

/**
 * Reads what the fan behind an identity may see; 403 where they are not linked and have bought nothing. One statement answers
 * for a fan who has something to see; only where nothing was found, or an address may link or prove, is the link looked at
 * by itself.
 */
export async function readLinked<Row>(
  orgId: OrgId,
  deps: { sql: Sql; clock: Clock },
  identity: Identity,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const isSettled = identity.trustedEmail === undefined
  const rows = isSettled ? await read() : []
  if (rows.length > 0) return rows
  const userId = await findLinkedCustomer(orgId, deps, identity)
  if (userId === undefined && !(await hasBought(orgId, deps.sql, identity)))
    throw new SsoError('sso_account_not_linked')
  return isSettled ? [] : read()
}

/**
 * Which orders `o` an identity may see: what they bought themselves, linked or not, and by a code or a trusted address all of
 * their customer's. A fan who has only typed an address at a checkout may have typed another's; were their own order shown only
 * where it made a new customer, a stranger could find out which addresses are known.
 */
export const isOrderOf = (sql: Db, orgId: OrgId, { issuer, subject }: Identity) => sql`
  o.order_id = any (array(
    select l.order_id
    from sso_identities i
    join orders l on l.org_id = i.org_id and l.user_id = i.user_id
    where i.org_id = ${orgId}
      and i.issuer = ${issuer}
      and i.subject = ${subject}
      and i.linked_by <> 'checkout'
    union all
    select p.order_id
    from sso_purchases p
    where p.org_id = ${orgId}
      and p.issuer = ${issuer}
      and p.subject = ${subject}
  ))`

/** Whether an order of theirs was ever confirmed: what would have linked them, had the customer been new. */
async function hasBought(orgId: OrgId, sql: Sql, { issuer, subject }: Identity): Promise<boolean> {
  const rows = await sql`
    select 1 as one
    from sso_purchases p
    join orders o on o.org_id = p.org_id and o.order_id = p.order_id
    where p.org_id = ${orgId}
      and p.issuer = ${issuer}
      and p.subject = ${subject}
      and o.confirmed_at is not null
    limit 1`
  return rows.length > 0
}

/** The customer that an identity is linked to, if any. */
const findLinkedCustomer = async (orgId: OrgId, deps: { sql: Sql; clock: Clock }, identity: Identity) =>
  (await findLink(orgId, deps, identity))?.user_id ?? undefined

async function findLink(
  orgId: OrgId,
  { sql, clock }: { sql: Sql; clock: Clock },
  identity: Identity,
): Promise<LinkRow | undefined> {
  const [link] = await sql<LinkRow[]>`
    select user_id, linked_by
    from sso_identities
    where org_id = ${orgId}
      and issuer = ${identity.issuer}
      and subject = ${identity.subject}`
  const isProvable = !link || link.linked_by === 'checkout'
  const [newLink] =
    isProvable && identity.trustedEmail !== undefined
      ? await linkByEmail(orgId, sql, clock(orgId), identity, identity.trustedEmail)
      : []
  return newLink ?? link
}

/**
 * The customer that an identity has proven to be, by a code or a trusted address. A link that a purchase made is no proof:
 * the fan who was first to type an address at a checkout has it, and the person it belongs to may become a member later.
 */
export async function findProvenCustomer(
  orgId: OrgId,
  deps: { sql: Sql; clock: Clock },
  identity: Identity,
): Promise<number | undefined> {
  const link = await findLink(orgId, deps, identity)
  return link && link.linked_by !== 'checkout' ? (link.user_id ?? undefined) : undefined
}

/** Where a token is welcome and not needed. One that is sent must be good: the fan who sends it wants it to count. */
export async function findSignedIn(
  request: Pick<FastifyRequest, 'orgId' | 'headers'>,
  deps: { sql: Sql; clock: Clock } & SsoDeps,
): Promise<{ identity: Identity; provenUserId: number | undefined } | undefined> {
  if (request.headers['x-sso-token'] === undefined) return undefined
  const identity = await identify(request, deps)
  return { identity, provenUserId: await findProvenCustomer(request.orgId, deps, identity) }
}

type LinkRow = { user_id: number | null; linked_by: string | null }

/**
 * An address has one customer at most, by the unique index. A link that is there stays, and is proven if it is to the very
 * customer who has the address; two requests at once get the same answer. The lock makes this wait for an erasure under way,
 * which then leaves no customer with the address.
 */
const linkByEmail = (orgId: OrgId, sql: Sql, now: Date, { issuer, subject }: Identity, email: string) => sql<LinkRow[]>`
  insert into sso_identities as i (org_id, issuer, subject, user_id, linked_by, created_at, changed_at)
  select c.org_id, ${issuer}, ${subject}, c.user_id, 'trust_email', ${now}, ${now}
  from customers c
  where c.org_id = ${orgId}
    and lower(c.email_address collate "C") = lower(${email} collate "C")
  for key share
  on conflict (org_id, issuer, subject) do update
  set linked_by = case when i.user_id = excluded.user_id then excluded.linked_by else i.linked_by end
  where i.linked_by in ('checkout', 'trust_email')
  returning user_id, linked_by`
