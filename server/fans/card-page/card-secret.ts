import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ownedRows, requireHere } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Credential, credential, exposed } from '../../platform/http/guarded-fields.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { openNumbers, sealNumbers } from '../../platform/values/sealed-numbers.ts'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'

/*
 * What the address of a member's card ends with: organisation, member and version, sealed under the installation's secret. Nothing of it
 * is stored. A secret whose version is not that of the member has been revoked, or its person erased.
 */

export const CARD_SECRET = { prefix: 'crd_', context: 'card secret' }

/** A member as a secret names them. */
export type CardNames = { memberId: number; version: number }

export const cardSecretOf = (seal: Seal, orgId: OrgId, { memberId, version }: CardNames): Credential =>
  credential(sealNumbers(seal, CARD_SECRET, [orgId, memberId, version]))

/** Where the card is shown: below `pages`, the organisation's own address or ours, as ticket pages are. */
export const cardPageLink = (seal: Seal, orgId: OrgId, names: CardNames, pages: string): string =>
  `${withoutTrailingSlashes(pages)}/t/${exposed(cardSecretOf(seal, orgId, names))}`

export const CardSecretHeader = Type.Object({
  'x-card-secret': Type.String({ description: 'card_secret of a member, or the end of the address of a card' }),
})

const noSuchCard = () =>
  new ApiError('resource_missing', {
    message:
      'No member has this secret, or it was revoked. Send the end of the card’s address as: X-Card-Secret: crd_….',
  })

/** Whose card a secret opens. */
export type CardHolder = { orgId: OrgId; memberId: number }

export async function holderOfCard(
  { sql, seal }: { sql: Db; seal: Seal },
  headers: FastifyRequest['headers'],
): Promise<CardHolder> {
  const [organisation = 0, memberId = 0, version = 0] = openNumbers(seal, CARD_SECRET, headers['x-card-secret']) ?? []
  if (memberId === 0) throw noSuchCard()
  const [row] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from members
    where org_id = ${organisation}
      and membership_member_id = ${memberId}
      and secret_version = ${version}`)
  if (!row) throw noSuchCard()
  await requireHere(row.org_id, sql)
  return { orgId: row.org_id, memberId }
}

/** Every operation of the page: no key, but a secret, by which it is counted. */
export const cardConfig = (seal: Seal) => ({
  scope: 'public' as const,
  bearer: ({ headers }: FastifyRequest) => {
    const numbers = openNumbers(seal, CARD_SECRET, headers['x-card-secret'])
    return numbers && `card/${numbers.join('/')}`
  },
})
