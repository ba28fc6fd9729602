import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { makePassCertificates, opensslMissing, unzip } from '../../../tests/outside/pass-certificates.ts'
import { startWalletServices } from '../../../tests/outside/wallet-services.ts'
import { cardSecretOf } from '../../fans/card-page/card-secret.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { createRotationKeyStore } from '../../tickets/tickets/rotation-keys.ts'
import { walletTeller } from './tell-wallets.ts'

const house = await openHouse({ publicUrl: 'https://grandstand.test' })
const { sql, clock, seal } = house
const club = await house.organisation()
const TYPE = 'pass.org.example.tickets'
const { pushes, updated, services, close } = await startWalletServices()
after(close)
const rotation = createRotationKeyStore({ seal, systemClock: clock })
const publicUrl = 'https://tickets.example.org'
const tell = walletTeller({ sql, clock, systemClock: clock, seal, publicUrl, rotation, services })

type CardPass = {
  webServiceURL: string
  authenticationToken: string
  serialNumber: string
  voided: boolean
  barcodes?: unknown
  generic: { primaryFields: { value: string }[] }
}
const cardIn = (zip: Buffer): CardPass => JSON.parse(unzip(zip).get('pass.json')?.toString() ?? '{}')

test('a member’s card is a pass of both wallets, which are told of a change, and void once it is cancelled', {
  skip: opensslMissing,
}, async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const google = { issuer_id: '3388000000012345678', service_account: 'tickets@club.example.com', private_key: key }
  for (const [wallet, body] of [
    ['apple', makePassCertificates()],
    ['google', google],
  ] as const)
    assert.equal((await house.call('PUT', `/v1/manage/wallets/${wallet}`, { key: club.key, body })).status, 200)
  const memberId = await addMember(house, club, { first_name: 'Grace', membership_member_status_id: 1 })
  const secret = exposed(cardSecretOf(seal, club.orgId, { memberId, version: 0 }))
  const get = (file: string) => house.app.inject({ url: `/v1/card_page/${file}`, headers: { 'x-card-secret': secret } })
  const pass = cardIn((await get('apple.pkpass')).rawPayload)
  assert.match(pass.generic.primaryFields[0]?.value ?? '', /^Grace /)
  assert.equal(pass.serialNumber, `member-${memberId}`)
  const { url } = (await get('google_wallet')).json()
  const [, claims = ''] = (String(url).split('/save/')[1] ?? '').split('.')
  const { payload } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  assert.match(payload.genericObjects[0].header.defaultValue.value, /^Grace /)

  const base = `${new URL(pass.webServiceURL).pathname}/v1`
  const headers = { authorization: `ApplePass ${pass.authenticationToken}` }
  const registration = `${base}/devices/phone-m/registrations/${TYPE}/member-${memberId}`
  const registered = await house.app.inject({
    method: 'POST',
    url: registration,
    headers,
    payload: { pushToken: 'dd44' },
  })
  assert.equal(registered.statusCode, 201)
  pushes.splice(0)
  updated.splice(0)
  await tell()
  assert.deepEqual([pushes.splice(0), updated.splice(0)], [[], []], 'nothing has changed')

  clock.advance(60_000)
  await house.call('POST', `/v1/manage/members/${memberId}/cancel`, { key: club.key, body: {} })
  await tell()
  assert.deepEqual(
    pushes.splice(0).map(({ token }) => token),
    ['dd44'],
  )
  const object = updated.splice(0).find(({ path }) => path.startsWith('/genericObject/'))
  assert.deepEqual([object?.body.state, object?.body.barcode], ['INACTIVE', undefined])
  const changed = await house.app.inject({ url: `${base}/devices/phone-m/registrations/${TYPE}` })
  assert.deepEqual(changed.json().serialNumbers, [`member-${memberId}`])
  const fetched = await house.app.inject({ url: `${base}/passes/${TYPE}/member-${memberId}`, headers })
  const now = cardIn(fetched.rawPayload)
  assert.deepEqual([now.voided, now.barcodes], [true, undefined])
  const asTicket = await house.app.inject({ url: `${base}/passes/${TYPE}/${memberId}`, headers })
  assert.equal(asTicket.statusCode, 401, 'the token of a card opens no ticket')
})
