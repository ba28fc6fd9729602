import { generateKeyPairSync } from 'node:crypto'
import { cardSecretOf } from '../../server/fans/card-page/card-secret.ts'
import { PassRow } from '../../server/papers/wallet/find-pass.ts'
import { WalletRow } from '../../server/papers/wallet/wallet-settings.ts'
import { exposed } from '../../server/platform/http/guarded-fields.ts'
import { lazily } from '../../server/platform/process/lazily.ts'
import { orderSecretOf } from '../../server/tickets/orders/order-secret.ts'
import { addMember } from '../builders/members.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import { makePassCertificates } from '../outside/pass-certificates.ts'
import type { Example, OperationExample } from './example.ts'

/** Two of each, in turns: a key takes its time. */
const certificates = lazily(() => [makePassCertificates(), makePassCertificates()] as const)
const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const keys = lazily(() => [newKey(), newKey()] as const)
let turn = 0

function appleBodies(): { body: object; otherBody: object } {
  turn += 1
  const [one, other] = certificates()
  return turn % 2 === 0 ? { body: one, otherBody: other } : { body: other, otherBody: one }
}

function googleBodies() {
  turn += 1
  const [one, other] = turn % 2 === 0 ? keys() : keys().toReversed()
  const account = { issuer_id: '3388000000012345678', service_account: 'tickets@club.example.com' }
  return { body: { ...account, private_key: one }, otherBody: { ...account, private_key: other } }
}

/** A ticket of an organisation that has this wallet. */
const passOf =
  (wallet: 'apple' | 'google', bodies: () => { body: object }) =>
  async (house: House, tenant: Tenant): Promise<Example> => {
    await house.call('PUT', `/v1/manage/wallets/${wallet}`, { key: tenant.key, body: bodies().body })
    const { orderId, ticketId } = await addOrder(house, tenant, await addOffer(house, tenant))
    return {
      params: { ticket_id: ticketId },
      ids: { 'params.ticket_id': NOTHING },
      headers: { 'x-order-secret': exposed(orderSecretOf(house.seal, tenant.orgId, orderId)) },
    }
  }

/** The card of a member of an organisation that has this wallet. */
const cardOf =
  (wallet: 'apple' | 'google', bodies: () => { body: object }) =>
  async (house: House, tenant: Tenant): Promise<Example> => {
    await house.call('PUT', `/v1/manage/wallets/${wallet}`, { key: tenant.key, body: bodies().body })
    const memberId = await addMember(house, tenant)
    return { headers: { 'x-card-secret': exposed(cardSecretOf(house.seal, tenant.orgId, { memberId, version: 0 })) } }
  }

/** The signature is of the second in which it was made. It is the last file of the archive, and its sum stands before its name. */
const withoutSignature = (archive: string) =>
  archive.slice(0, archive.lastIndexOf('PK\x03\x04', archive.indexOf('signature')))

export const walletExamples: Record<string, OperationExample> = {
  retrieveWallets: { rows: [WalletRow] },
  setAppleWallet: { rows: [WalletRow], make: async () => appleBodies() as Example },
  setGoogleWallet: { rows: [WalletRow], make: async () => ({ ...googleBodies(), notIds: ['body.issuer_id'] }) },
  removeAppleWallet: { rows: [WalletRow] },
  removeGoogleWallet: { rows: [WalletRow] },
  retrieveApplePass: {
    rows: [PassRow, WalletRow],
    publishable: true,
    lasting: withoutSignature,
    make: passOf('apple', appleBodies),
  },
  retrievePageApplePass: { rows: 'any', lasting: withoutSignature, make: passOf('apple', appleBodies) },
  retrieveCardPageApplePass: { rows: 'any', lasting: withoutSignature, make: cardOf('apple', appleBodies) },
  retrieveCardPageGoogleLink: { rows: 'any', make: cardOf('google', googleBodies) },
  retrievePageGoogleLink: { rows: 'any', make: passOf('google', googleBodies) },
  retrieveGoogleWalletLink: { rows: [PassRow, WalletRow], publishable: true, make: passOf('google', googleBodies) },
}
