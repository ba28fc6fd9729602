import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findWallets, toWallets, type WalletRow, Wallets } from './wallet-settings.ts'

/** What all operations on the settings of wallets say of themselves. */
export const walletSchema = { tags: ['Organisation'], response: { 200: Wallets } }

/** The audit row of a change of one. */
export const walletEntry = (orgId: OrgId, step: string) => ({
  action: `organisation.${step}`,
  objectType: 'organisation',
  objectId: orgId,
})

export async function storeWallet(orgId: OrgId, tx: Tx, now: Date, columns: Partial<WalletRow>) {
  await tx`
    insert into wallet_settings (org_id, created_at, changed_at)
    values (${orgId}, ${now}, ${now})
    on conflict (org_id) do nothing`
  await tx`
    update wallet_settings
    set ${tx({ ...columns, changed_at: now })}
    where org_id = ${orgId}`
  return toWallets((await findWallets(orgId, tx))[0])
}
