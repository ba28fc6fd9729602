import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import type { Clock } from '../kit/clock.ts'
import type { Db, Sql } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import type { Identity, VerifyToken } from './verify-token.ts'

/** For the description of an operation; a missing token is answered by its own code, not as a missing parameter. */
export const TokenHeader = Type.Object({
  'x-sso-token': Type.String({ description: 'ID token of a registered provider' }),
}) satisfies TSchema

export const OptionalTokenHeader = Type.Partial(TokenHeader)

/** Who signed in, by the token beside the API key; 401 where it is missing, bad or expired. */
export const identify = (
  { orgId, headers }: Pick<FastifyRequest, 'orgId' | 'headers'>,
  { verifySsoToken }: { verifySsoToken: VerifyToken },
): Promise<Identity> => verifySsoToken(orgId, headers['x-sso-token'] as string | undefined)

/**
 * Reads what the fan behind an identity may see; 403 where they are not linked. One statement answers for a fan who has
 * something to see; only where nothing was found, or an address may link or prove, is the link looked at by itself.
 */
export async function readLinked<Row>(
  orgId: OrgId,
  deps: { sql: Sql; clock: Clock },
  identity: Identity,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const isSettled = identity.trustedEmail === undefined
  const found = isSettled ? await read() : []
  if (found.length > 0) return found
  if ((await findLinkedCustomer(orgId, deps, identity)) === undefined) throw new ApiError('sso_account_not_linked')
  return isSettled ? [] : read()
}

/**
 * The orders `o` that an identity may see. By a code or a trusted address all of its customer's; whoever was linked by a
 * purchase has only typed an address, which may be another's, and sees what they bought themselves.
 */
export const joinOrdersOf = (sql: Db, orgId: OrgId, { issuer, subject }: Identity) => sql`
  join sso_identities i
    on i.org_id = ${orgId}
    and i.issuer = ${issuer}
    and i.subject = ${subject}
    and i.user_id = o.user_id
    and (
      i.linked_by <> 'checkout'
      or exists (
        select
        from sso_purchases p
        where p.org_id = ${orgId}
          and p.order_id = o.order_id
          and p.issuer = i.issuer
          and p.subject = i.subject
      )
    )`

/** The customer that an identity is linked to, if any. */
export async function findLinkedCustomer(
  orgId: OrgId,
  { sql, clock }: { sql: Sql; clock: Clock },
  identity: Identity,
): Promise<number | undefined> {
  const [known] = await sql<LinkRow[]>`
    select user_id, linked_by
    from sso_identities
    where org_id = ${orgId}
      and issuer = ${identity.issuer}
      and subject = ${identity.subject}`
  const provable = !known || known.linked_by === 'checkout'
  const [linked] =
    provable && identity.trustedEmail !== undefined
      ? await linkByEmail(orgId, sql, clock(), identity, identity.trustedEmail)
      : []
  return (linked ?? known)?.user_id ?? undefined
}

/** Where a token is welcome and not needed. One that is sent must be good: whoever sends it wants it to count. */
export async function findSignedIn(
  request: Pick<FastifyRequest, 'orgId' | 'headers'>,
  deps: { sql: Sql; clock: Clock; verifySsoToken: VerifyToken },
): Promise<{ identity: Identity; userId: number | undefined } | undefined> {
  if (request.headers['x-sso-token'] === undefined) return undefined
  const identity = await identify(request, deps)
  return { identity, userId: await findLinkedCustomer(request.orgId, deps, identity) }
}

type LinkRow = { user_id: number | null; linked_by: string | null }

/**
 * An address has one customer at most, by the unique index. A link that is there stays, and is proven if it is to the very
 * customer who has the address; two requests at once get the same answer.
 */
const linkByEmail = (orgId: OrgId, sql: Sql, now: Date, { issuer, subject }: Identity, email: string) => sql<LinkRow[]>`
  insert into sso_identities as i (org_id, issuer, subject, user_id, linked_by, created_at, changed_at)
  select c.org_id, ${issuer}, ${subject}, c.user_id, 'trust_email', ${now}, ${now}
  from customers c
  where c.org_id = ${orgId}
    and lower(c.email_address) = lower(${email})
  on conflict (org_id, issuer, subject) do update
  set linked_by = case when i.user_id = excluded.user_id then excluded.linked_by else i.linked_by end
  where i.linked_by in ('checkout', 'trust_email')
  returning user_id, linked_by`
