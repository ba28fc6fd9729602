import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { AccessError } from '../../access/errors.ts'
import type { OrgId } from '../../access/principal.ts'
import { SsoError } from '../../people/sso/errors.ts'
import { findSignedIn, OptionalTokenHeader } from '../../people/sso/identify.ts'
import type { SsoDeps } from '../../people/sso/verify-token.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, OneOf, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import { BasketId, uuidOfBasket } from '../baskets/basket-state.ts'
import { tellOrder } from '../baskets/tell-order.ts'
import { boundGuesses } from '../baskets/wrong-codes.ts'
import { lockOpenBasket } from './lock-open-basket.ts'
import { redeemMemberCode } from './member-code.ts'
import { countMemberships } from './memberships.ts'
import { findProofs, orderOfAnother, type ProvenBy, proofKinds, storeProofs } from './proofs.ts'
import { LINK_TOKEN_CHARACTERS_MAX, readLinkToken } from './sale-link.ts'

const Params = Input({ basket_id: BasketId })
const Body = Input({
  code: Type.Optional(
    Type.String({
      minLength: 6,
      maxLength: 6,
      pattern: '^[0-9]{6}$',
      description: 'six digits from the mail, as text',
    }),
  ),
  link_token: Type.Optional(Text(LINK_TOKEN_CHARACTERS_MAX, { description: 'from a link that staff made' })),
  membership_member_id: Type.Optional(
    Id({ description: 'on the word of your own login: with a secret key that has the scope members:read' }),
  ),
})
type Body = Static<typeof Body>

const MemberProof = Type.Object(
  {
    basket_id: Type.String(),
    proven_by: OneOf([...proofKinds]),
    membership_type_ids: Type.Array(Type.Integer(), {
      description:
        'types of which the person has a membership that counts for the event of the basket, or now where it has none',
    }),
  },
  { title: 'MemberProof' },
)
type MemberProof = Static<typeof MemberProof>

export const proveMember: Operation<SsoDeps> = (app, deps) =>
  app.post(
    '/v1/baskets/:basket_id/member',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'proveMember',
        summary: 'Prove which member buys a basket',
        description: [
          'Members-only prices are sold to a proven member alone. Send one of: the `code` that was mailed, a `link_token`, a',
          '`membership_member_id` (secret keys only), or an X-SSO-Token and nothing else. The latest proof counts. Which prices',
          'the person may buy, and how many, is decided when the basket is checked out.',
        ].join(' '),
        tags: ['Baskets'],
        headers: OptionalTokenHeader,
        params: Params,
        body: Body,
        response: { 200: MemberProof },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const fan = await findSignedIn(request, deps)
      const proof = proofOf(request, body, fan)
      const call = { ...deps, orgId, request, reply, identity: fan?.identity }
      const guess = { kind: 'member code', code: body.code, basketId: params.basket_id } as const
      const proven = await boundGuesses(deps, request, guess, async () => {
        // A wrong code commits as well: the try that it cost must not be rolled back.
        const outcome = await change(call, async (tx) => ({
          proven: await prove(orgId, tx, deps, uuidOfBasket(params.basket_id), proof),
        }))
        if (!outcome.proven) throw refusals[proof.by]()
        return outcome.proven
      })
      return { basket_id: params.basket_id, ...proven } satisfies MemberProof
    },
  )

/** What is said to prove a person, before anything is looked at. */
type Claimed =
  | { by: 'code'; code: string }
  | { by: 'link'; token: string }
  | { by: 'organisation'; memberId: number }
  | { by: 'sso'; userId: number }

function proofOf(
  { principal }: Pick<FastifyRequest, 'principal'>,
  { code, link_token, membership_member_id }: Body,
  fan: { provenUserId: number | undefined } | undefined,
): Claimed {
  if ([code, link_token, membership_member_id].filter((field) => field !== undefined).length > 1) {
    throw invalid('code', 'Send one of code, link_token and membership_member_id.')()
  }
  if (code !== undefined) return { by: 'code', code }
  if (link_token !== undefined) return { by: 'link', token: link_token }
  if (membership_member_id !== undefined) {
    if (!principal.scopes.has('members:read')) {
      throw new AccessError('scope_missing', { message: 'The API key does not have the scope members:read.' })
    }
    return { by: 'organisation', memberId: membership_member_id }
  }
  if (!fan) {
    const message = 'Send code, link_token or membership_member_id, or an X-SSO-Token.'
    throw new ApiError('parameter_missing', { param: 'code', message })
  }
  if (fan.provenUserId === undefined) throw new SsoError('sso_account_not_linked')
  return { by: 'sso', userId: fan.provenUserId }
}

const refusals: Record<ProvenBy, () => ApiError> = {
  code: invalid('code', 'The code is wrong, was tried too often, or is too old. Ask for a new one.'),
  link: invalid('link_token', 'The link is not valid, or has expired.'),
  organisation: missing('membership_member_id'),
  sso: () => new SsoError('sso_account_not_linked'),
}

async function prove(orgId: OrgId, tx: Tx, { seal, clock }: PlatformDeps, basketId: string, claimed: Claimed) {
  const now = clock(orgId)
  const basket = await lockOpenBasket(orgId, tx, now, basketId)
  const userId = await personOf(orgId, tx, { seal, now }, basketId, claimed)
  if (userId === undefined) return undefined
  if (basket.order_id !== null) await refuseAnother(orgId, tx, basketId, userId)
  await storeProofs(orgId, tx, now, [{ basketId, userId, provenBy: claimed.by }])
  const memberships = await countMemberships(orgId, tx, now, [{ userId, eventId: basket.event_id }])
  return {
    proven_by: claimed.by,
    membership_type_ids: memberships.map(({ membership_type_id }) => membership_type_id),
  }
}

async function refuseAnother(orgId: OrgId, tx: Tx, basketId: string, userId: number): Promise<void> {
  const [before] = await findProofs(orgId, tx, [basketId])
  if (before && before.user_id !== userId) throw orderOfAnother()
}

async function personOf(
  orgId: OrgId,
  tx: Tx,
  at: Pick<PlatformDeps, 'seal'> & { now: Date },
  basketId: string,
  claimed: Claimed,
): Promise<number | undefined> {
  switch (claimed.by) {
    case 'code':
      return redeemMemberCode(orgId, tx, at, basketId, claimed.code)
    case 'link':
      return readLinkToken(at.seal, orgId, claimed.token, at.now)
    case 'organisation':
      return findPersonOfMember(orgId, tx, claimed.memberId)
    case 'sso':
      return claimed.userId
  }
}

/** The customer behind a member. */
export async function findPersonOfMember(orgId: OrgId, tx: Tx, memberId: number): Promise<number | undefined> {
  const [member] = await tx<{ user_id: number }[]>`
    select user_id
    from members
    where org_id = ${orgId}
      and membership_member_id = ${memberId}`
  return member?.user_id
}
