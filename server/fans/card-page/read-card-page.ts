import { type CardRow, findCards } from '../../papers/ticket-files/member-cards.ts'
import { findOfferedWallets } from '../../papers/wallet/wallet-settings.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { type CardPage, toMemberCard } from './card-page.ts'
import type { CardHolder } from './card-secret.ts'
import { findMemberPayments, toMemberPlans } from './member-plans.ts'

export async function readCardPage(
  { seal, publicUrl, clock }: Pick<PlatformDeps, 'seal' | 'publicUrl' | 'clock'>,
  { orgId, memberId }: CardHolder,
  sql: Db,
): Promise<CardPage> {
  const now = clock(orgId)
  const [row] = await findCards(orgId, sql, [memberId])
  if (!row) throw new ApiError('resource_missing')
  const payments = await findMemberPayments(orgId, sql, [memberId])
  return {
    organisation: {
      name: row.organisation,
      country: row.country,
      logo_image: row.logo_image,
      accent_color: row.accent_color,
      timezone: row.timezone,
    },
    card: toMemberCard(row, now),
    barcode: isCancelled(row) ? null : row.barcode,
    language: row.language,
    wallets: await findOfferedWallets(orgId, sql),
    plans: toMemberPlans({ seal, publicUrl, orgId, shop: row, now }, payments),
  }
}

const isCancelled = ({ membership_member_status_id: status }: CardRow) => status === memberStatus.cancelled

/** For a file or a pass; a cancelled member has none. */
export async function findValidCard({ orgId, memberId }: CardHolder, sql: Db): Promise<CardRow> {
  const [row] = await findCards(orgId, sql, [memberId])
  if (!row) throw new ApiError('resource_missing')
  if (isCancelled(row))
    throw new ApiError('state_conflict', { message: 'The membership is cancelled, so it has no card.' })
  return row
}
