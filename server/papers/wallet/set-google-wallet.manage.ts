import { record } from '../../access/audit/record.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { Pem, readKey } from './read-wallet-keys.ts'
import { storeWallet, walletEntry, walletSchema } from './store-wallet.ts'
import { walletContext } from './wallet-settings.ts'

const GoogleBody = Input({
  issuer_id: Text(30, { pattern: '^[0-9]+$' }),
  service_account: EmailAddress,
  private_key: Pem('PEM; RSA, of the service account'),
})

export const setGoogleWallet: Operation = (app, deps) =>
  app.put(
    '/v1/manage/wallets/google',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'setGoogleWallet',
        summary: 'Set up passes for Google Wallet',
        description: 'By an issuer account and a service account that may write its objects.',
        body: GoogleBody,
        ...walletSchema,
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      readKey(body.private_key)
      const columns = {
        google_issuer_id: body.issuer_id,
        google_service_account: body.service_account,
        google_private_key_encrypted: deps.seal.close(body.private_key, walletContext(orgId)),
      }
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const wallets = await storeWallet(orgId, tx, deps.clock(orgId), columns)
        await record(tx, deps.clock, request, {
          ...walletEntry(orgId, 'google_wallet_set'),
          after: { issuer_id: body.issuer_id },
        })
        return wallets
      })
    },
  )
