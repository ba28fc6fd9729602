import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'

export const proofKinds = ['sso', 'link', 'code', 'organisation'] as const
/** `organisation`: its own server or its box office says who it is, by a login or a card that we do not see. */
export type ProvenBy = (typeof proofKinds)[number]

/** The person that the buyer of a basket has proven to be. */
export type BasketProof = { basketId: string; userId: number; provenBy: ProvenBy }

export type BasketProofRow = { basket_id: string; user_id: number; proven_by: ProvenBy }

/** Who buys: by the proof that was given for the basket; where there is none, or it came with a token as well, by the token now. */
export const personBuying = (provenUserId: number | null, proof: BasketProofRow | undefined): number | null =>
  proof && proof.proven_by !== 'sso' ? proof.user_id : (provenUserId ?? proof?.user_id ?? null)

/**
 * An order that was drafted counts for its member even where the payment failed: money may still arrive for it, and would then be
 * another member's purchase.
 */
export const orderOfAnother = () =>
  new ApiError('state_conflict', { message: 'The basket has an order of another member. Open a new basket.' })

export const findProofs = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<BasketProofRow[]>`
  select basket_id, user_id, proven_by
  from basket_proofs
  where org_id = ${orgId}
    and basket_id = any (${basketIds}::uuid[])`

/** The caller has locked the baskets, which are open. The latest proof counts. */
export const storeProofs = (orgId: OrgId, sql: Db, now: Date, proofs: BasketProof[]) => sql`
  insert into basket_proofs (org_id, basket_id, user_id, proven_by, created_at, changed_at)
  select ${orgId}, basket_id, user_id, proven_by, ${now}, ${now}
  from unnest(
    ${proofs.map(({ basketId }) => basketId)}::uuid[],
    ${proofs.map(({ userId }) => userId)}::bigint[],
    ${proofs.map(({ provenBy }) => provenBy)}::text[]
  ) as p (basket_id, user_id, proven_by)
  on conflict (org_id, basket_id) do update
  set user_id = excluded.user_id,
    proven_by = excluded.proven_by,
    changed_at = excluded.changed_at`
