import { record } from '../../access/audit/record.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { storeWallet, walletEntry, walletSchema } from './store-wallet.ts'

const NOTHING = {
  google_issuer_id: null,
  google_service_account: null,
  google_private_key_encrypted: null,
}

export const removeGoogleWallet: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/wallets/google',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'removeGoogleWallet',
        summary: 'Stop offering passes for Google Wallet',
        description: 'Passes that are in phones already stay there, and are told of nothing more.',
        ...walletSchema,
      },
    },
    (request, reply) => {
      const { orgId } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const wallets = await storeWallet(orgId, tx, deps.clock(orgId), NOTHING)
        await record(tx, deps.clock, request, walletEntry(orgId, 'google_wallet_removed'))
        return wallets
      })
    },
  )
