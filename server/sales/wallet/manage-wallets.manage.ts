import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { findWallets, toWallets, type WalletRow, Wallets, walletContext } from './wallet-settings.ts'

const PATH = '/v1/manage/wallets'
const Pem = (description: string) => Text(10_000, { description, pattern: '^\\s*-----BEGIN ' })

const AppleBody = Input({
  certificate: Pem('PEM; of the pass type, as Apple issued it'),
  private_key: Pem('PEM; RSA, without a password'),
  wwdr_certificate: Pem('PEM; Apple’s intermediate certificate, which issued the other'),
})
const GoogleBody = Input({
  issuer_id: Text(30, { pattern: '^[0-9]+$' }),
  service_account: EmailAddress,
  private_key: Pem('PEM; RSA, of the service account'),
})

const common = { tags: ['Organisation'], response: { 200: Wallets } }

export const retrieveWallets: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'retrieveWallets',
        summary: 'Retrieve which phone wallets are set up',
        description: 'What each was set up with, without its private key.',
        ...common,
      },
    },
    async ({ orgId }) => toWallets((await findWallets(orgId, sql))[0]),
  )

export const setAppleWallet: Operation = (app, deps) =>
  app.put(
    `${PATH}/apple`,
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'setAppleWallet',
        summary: 'Set up passes for Apple Wallet',
        description:
          'By the certificate of your pass type. Passes that phones hold already go on by the new one if it is of the same type.',
        body: AppleBody,
        ...common,
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
        const wallets = await storeWallet(orgId, tx, deps.clock(), columns)
        await record(tx, deps.clock, request, {
          ...entry(orgId, 'apple_wallet_set'),
          after: { pass_type_id: passTypeId },
        })
        return wallets
      })
    },
  )

export const setGoogleWallet: Operation = (app, deps) =>
  app.put(
    `${PATH}/google`,
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'setGoogleWallet',
        summary: 'Set up passes for Google Wallet',
        description: 'By an issuer account and a service account that may write its objects.',
        body: GoogleBody,
        ...common,
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
        const wallets = await storeWallet(orgId, tx, deps.clock(), columns)
        await record(tx, deps.clock, request, {
          ...entry(orgId, 'google_wallet_set'),
          after: { issuer_id: body.issuer_id },
        })
        return wallets
      })
    },
  )

const EMPTY = {
  apple: {
    apple_pass_type_id: null,
    apple_team_id: null,
    apple_certificate: null,
    apple_wwdr_certificate: null,
    apple_private_key_encrypted: null,
  },
  google: { google_issuer_id: null, google_service_account: null, google_private_key_encrypted: null },
}

const removal =
  (wallet: 'apple' | 'google', operationId: string, name: string): Operation =>
  (app, deps) =>
    app.delete(
      `${PATH}/${wallet}`,
      {
        config: { scope: 'organisation:manage' },
        schema: {
          operationId,
          summary: `Stop offering passes for ${name}`,
          description: 'Passes that are in phones already stay there, and are told of nothing more.',
          ...common,
        },
      },
      (request, reply) =>
        change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
          const wallets = await storeWallet(request.orgId, tx, deps.clock(), EMPTY[wallet])
          await record(tx, deps.clock, request, entry(request.orgId, `${wallet}_wallet_removed`))
          return wallets
        }),
    )

export const removeAppleWallet = removal('apple', 'removeAppleWallet', 'Apple Wallet')
export const removeGoogleWallet = removal('google', 'removeGoogleWallet', 'Google Wallet')

const entry = (orgId: OrgId, step: string) => ({
  action: `organisation.${step}`,
  objectType: 'organisation',
  objectId: orgId,
})

async function storeWallet(orgId: OrgId, tx: Tx, now: Date, columns: Partial<WalletRow>) {
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

const wrong = (param: string, message: string) => invalidParameters([{ param, code: 'parameter_invalid', message }])

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Said below: the reason of the library would quote the key.
  }
  throw wrong('private_key', 'private_key must be an RSA key in PEM, without a password.')
}

function readPem(param: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw wrong(param, `${param} must be a certificate in PEM.`)
  }
}

/** Apple writes the pass type and the team into the certificate. */
function readCertificate(certificatePem: string, keyPem: string, wwdrPem: string) {
  const certificate = readPem('certificate', certificatePem)
  const wwdr = readPem('wwdr_certificate', wwdrPem)
  if (!certificate.checkPrivateKey(readKey(keyPem))) {
    throw wrong('private_key', 'private_key is not the key of the certificate.')
  }
  if (!certificate.checkIssued(wwdr))
    throw wrong('wwdr_certificate', 'wwdr_certificate has not issued the certificate.')
  const subject = new Map(certificate.subject.split('\n').map((line) => line.split('=', 2) as [string, string]))
  const [passTypeId, teamId] = [subject.get('UID'), subject.get('OU')]
  if (!passTypeId?.startsWith('pass.') || !teamId) {
    throw wrong('certificate', 'certificate must be of a pass type: UID=pass.… and OU= the team.')
  }
  return { passTypeId, teamId }
}
