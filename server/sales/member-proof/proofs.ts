import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

export const proofKinds = ['sso', 'link', 'code', 'organisation'] as const
/** `organisation`: its own server or its box office says who it is, by a login or a card that we do not see. */
export type ProvenBy = (typeof proofKinds)[number]

/** The person that the buyer of a basket has proven to be. */
export type BasketProof = { basketId: string; userId: number; provenBy: ProvenBy }

export type BasketProofRow = { basket_id: string; user_id: number; proven_by: ProvenBy }

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
