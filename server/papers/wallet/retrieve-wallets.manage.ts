import type { Operation } from '../../platform/operation.ts'
import { walletSchema } from './store-wallet.ts'
import { findWallets, toWallets } from './wallet-settings.ts'

export const retrieveWallets: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/wallets',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'retrieveWallets',
        summary: 'Retrieve which phone wallets are set up',
        description: 'What each was set up with, without its private key.',
        ...walletSchema,
      },
    },
    async ({ orgId }) => toWallets((await findWallets(orgId, sql))[0]),
  )
