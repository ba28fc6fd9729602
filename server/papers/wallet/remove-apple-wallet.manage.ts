import { record } from '../../access/audit/record.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { storeWallet, walletEntry, walletSchema } from './store-wallet.ts'

const NOTHING = {
  apple_pass_type_id: null,
  apple_team_id: null,
  apple_certificate: null,
  apple_wwdr_certificate: null,
  apple_private_key_encrypted: null,
}

export const removeAppleWallet: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/wallets/apple',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'removeAppleWallet',
        summary: 'Stop offering passes for Apple Wallet',
        description: 'Passes that are in phones already stay there, and are told of nothing more.',
        ...walletSchema,
      },
    },
    (request, reply) => {
      const { orgId } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const wallets = await storeWallet(orgId, tx, deps.clock(orgId), NOTHING)
        await record(tx, deps.clock, request, walletEntry(orgId, 'apple_wallet_removed'))
        return wallets
      })
    },
  )
