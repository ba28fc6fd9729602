import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addSsoProvider } from '../../../tests/builders/sso.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startIssuer } from '../../../tests/outside/oidc/issuer.ts'
import { createLoggers } from '../../platform/process/logger.ts'

const lines: string[] = []
const house = await openHouse({ loggers: createLoggers('info', { write: (line: string) => void lines.push(line) }) })
const club = await house.organisation()
const issuer = await startIssuer(house.clock)
after(() => issuer.stop())
await addSsoProvider(house, club, issuer.issuer)
const now = Math.floor(house.clock().getTime() / 1000)

async function logOf(token: string): Promise<Record<string, unknown>> {
  lines.length = 0
  await house.call('GET', '/v1/sso/orders', { key: club.key, headers: { 'x-sso-token': token } })
  const line = lines.find((candidate) => candidate.includes('/v1/sso/orders')) ?? '{}'
  for (const part of token.split('.').filter((text) => text.length > 3)) assert.ok(!line.includes(part), line)
  return JSON.parse(line) as Record<string, unknown>
}

test('a refused token says in the log which check failed, and nothing of the token', async () => {
  const fan = { sub: 'fan-1' }
  const cases: [string, string, string][] = [
    ['hello', 'sso_token_invalid', 'not a JWT'],
    [await issuer.sign({ ...fan, aud: 'another-shop' }), 'sso_token_invalid', 'aud is not as it must be'],
    [await issuer.sign({ ...fan, iss: 'https://id.example.org' }), 'sso_token_invalid', 'the issuer is not registered'],
    [await issuer.sign({ ...fan, nbf: now + 600 }), 'sso_token_invalid', 'nbf is not as it must be'],
    [await issuer.sign({ ...fan, iat: now - 600, exp: now - 61 }), 'sso_token_expired', 'exp is past'],
    [await issuer.sign({ ...fan, azp: 'another-shop' }), 'sso_token_invalid', 'azp is none of the audiences'],
    [await issuer.sign(fan, { header: { kid: 'nobody' } }), 'sso_token_invalid', 'the provider has no such key'],
    [await issuer.sign(fan, { header: { typ: 'at+jwt' } }), 'sso_token_invalid', 'typ is not that of an ID token'],
  ]
  for (const [token, code, reason] of cases) {
    const line = await logOf(token)
    assert.deepEqual([line.status, line.code, line.reason], [401, code, reason])
  }
})

test('every refusal has its code in the log, and what is answered well has none', async () => {
  lines.length = 0
  await house.call('GET', '/v1/events/999999', { key: club.key })
  await house.call('GET', '/v1/events?colour=red', { key: club.key })
  await house.call('GET', '/v1/organisation')
  await house.call('GET', '/v1/organisation', { key: club.key })
  const logged = lines.map((line) => JSON.parse(line)).filter(({ status }) => status !== undefined)
  assert.deepEqual(
    logged.map(({ status, code }) => [status, code]),
    [
      [404, 'resource_missing'],
      [400, 'parameter_unknown'],
      [401, 'api_key_missing'],
      [200, undefined],
    ],
  )
})
