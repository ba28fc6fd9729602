import { record } from '../../access/audit/record.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { Pem, readCertificate } from './read-wallet-keys.ts'
import { storeWallet, walletEntry, walletSchema } from './store-wallet.ts'
import { walletContext } from './wallet-settings.ts'

const AppleBody = Input({
  certificate: Pem('PEM; of the pass type, as Apple issued it'),
  private_key: Pem('PEM; RSA, without a password'),
  wwdr_certificate: Pem('PEM; Apple’s intermediate certificate, which issued the other'),
})

export const setAppleWallet: Operation = (app, deps) =>
  app.put(
    '/v1/manage/wallets/apple',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'setAppleWallet',
        summary: 'Set up passes for Apple Wallet',
        description:
          'By the certificate of your pass type. Passes that phones hold already go on by the new one if it is of the same type.',
        body: AppleBody,
        ...walletSchema,
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const { passTypeId, teamId } = readCertificate(body.certificate, body.private_key, body.wwdr_certificate)
      const columns = {
        apple_pass_type_id: passTypeId,
        apple_team_id: teamId,
        apple_certificate: body.certificate,
        apple_wwdr_certificate: body.wwdr_certificate,
        apple_private_key_encrypted: deps.seal.close(body.private_key, walletContext(orgId)),
      }
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const wallets = await storeWallet(orgId, tx, deps.clock(orgId), columns)
        await record(tx, deps.clock, request, {
          ...walletEntry(orgId, 'apple_wallet_set'),
          after: { pass_type_id: passTypeId },
        })
        return wallets
      })
    },
  )
