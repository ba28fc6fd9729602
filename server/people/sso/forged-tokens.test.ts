import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { exportSPKI, importJWK } from 'jose'
import { openSsoHouse } from '../../../tests/builders/sso.ts'
import { AUDIENCE, startIssuer } from '../../../tests/outside/oidc/issuer.ts'
import { createLoggers } from '../../platform/process/logger.ts'

const { house, club, issuer, as, register } = await openSsoHouse()
const other = await house.organisation({ name: 'Other Club' })
const others = await startIssuer(house.clock)
await register(other, { issuer: others.issuer })
const impostor = await startIssuer(house.clock)
after(() => Promise.all([issuer.stop(), others.stop(), impostor.stop()]))

const now = Math.floor(house.clock().getTime() / 1000)
const good = { sub: 'fan-1' }
const stolen = issuer.pairs[0]
if (!stolen) throw new Error('no key')
const bent = await issuer.newPair()
issuer.published.push({ ...bent, jwk: { ...bent.jwk, y: bent.jwk.x ?? '' } })
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const DAY = 86_400
const payload = { iss: issuer.issuer, aud: AUDIENCE, sub: 'fan-1', iat: now, exp: now + 300 }
const unsigned = (header: object, claims: object = payload) => `${encode(header)}.${encode(claims)}.`

/** HS256 with the text of the public key for a secret: what a verifier that trusts `alg` would accept. */
async function confused(secret: string | Buffer): Promise<string> {
  const input = `${encode({ alg: 'HS256', kid: stolen?.kid, typ: 'JWT' })}.${encode(payload)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}
const publicKey = (await importJWK(stolen.jwk, 'ES256')) as Parameters<typeof exportSPKI>[0]

const flipped = (token: string) => {
  const [header = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  return [header, encode({ ...claims, sub: 'somebody-else' }), signature].join('.')
}

const INVALID = 'sso_token_invalid'
const forgeries: [what: string, token: string, code: string][] = [
  ['nothing', '', 'sso_token_missing'],
  ['no token at all', 'hello', INVALID],
  ['three dots and rubbish', 'a.b.c', INVALID],
  ['an empty object for a header', `${encode({})}.${encode(payload)}.x`, INVALID],
  ['the algorithm none', unsigned({ alg: 'none' }), INVALID],
  ['the algorithm None, with the key’s id', unsigned({ alg: 'None', kid: stolen.kid }), INVALID],
  ['no signature under an honest header', unsigned({ alg: 'ES256', kid: stolen.kid }), INVALID],
  ['HS256 with the public key (PEM)', await confused(await exportSPKI(publicKey)), INVALID],
  ['HS256 with the public key (JWK)', await confused(JSON.stringify(stolen.jwk)), INVALID],
  ['HS256 with an empty secret', await confused(''), INVALID],
  ['another audience', await issuer.sign({ ...good, aud: 'another-shop' }), INVALID],
  ['no audience', await issuer.sign({ ...good, aud: undefined as never }), INVALID],
  ['another issuer in the name', await issuer.sign({ ...good, iss: 'https://id.example.org' }), INVALID],
  ['the issuer with one slash more', await issuer.sign({ ...good, iss: `${issuer.issuer}/` }), INVALID],
  ['a registered issuer, signed by an impostor', await impostor.sign({ ...good, iss: issuer.issuer }), INVALID],
  ['the provider of another organisation', await others.sign(good), INVALID],
  ['an issuer that is not registered', await impostor.sign(good), INVALID],
  ['a key that the issuer does not publish', await issuer.sign(good, { pair: await issuer.newPair() }), INVALID],
  ['an unknown kid', await issuer.sign(good, { header: { kid: 'key-of-nobody' } }), INVALID],
  [
    'a key sent along in the header',
    await impostor.sign({ ...good, iss: issuer.issuer }, { header: { kid: undefined, jwk: impostor.pairs[0]?.jwk } }),
    INVALID,
  ],
  [
    'a key set named in the header',
    await impostor.sign({ ...good, iss: issuer.issuer }, { header: { jku: impostor.jwksUri } }),
    INVALID,
  ],
  [
    'a critical extension',
    await issuer
      .sign(good, { header: { crit: ['x'], x: 1 } })
      .catch(() => unsigned({ alg: 'ES256', crit: ['x'], x: 1 })),
    INVALID,
  ],
  ['claims changed after signing', flipped(await issuer.sign(good)), INVALID],
  ['no subject', await issuer.sign({ sub: undefined as never }), INVALID],
  ['an empty subject', await issuer.sign({ sub: '' }), INVALID],
  ['a subject that is no text', await issuer.sign({ sub: 7 as never }), INVALID],
  ['a subject of 256 characters', await issuer.sign({ sub: 'x'.repeat(256) }), INVALID],
  ['no expiry', await issuer.sign({ ...good, exp: undefined as never }), INVALID],
  ['no time of issue', await issuer.sign({ ...good, iat: undefined as never }), INVALID],
  ['issued in the future', await issuer.sign({ ...good, iat: now + 61 }), INVALID],
  [
    'more than a day old, whatever its expiry',
    await issuer.sign({ ...good, iat: now - DAY - 61 }),
    'sso_token_expired',
  ],
  ['not valid yet', await issuer.sign({ ...good, nbf: now + 61 }), INVALID],
  ['expired', await issuer.sign({ ...good, iat: now - 600, exp: now - 61 }), 'sso_token_expired'],
  ['expired, and forged', await impostor.sign({ ...good, iss: issuer.issuer, exp: now - 61 }), INVALID],
  ['an issuer with a NUL', await issuer.sign({ ...good, iss: `${issuer.issuer}\0` }), INVALID],
  ['an issuer with half a character', await issuer.sign({ ...good, iss: `${issuer.issuer}\ud800` }), INVALID],
  ['a key that is no point of its curve', await issuer.sign(good, { pair: bent }), INVALID],
  ['another authorised party', await issuer.sign({ ...good, azp: 'another-shop' }), INVALID],
  ['an authorised party that is no text', await issuer.sign({ ...good, azp: [AUDIENCE] }), INVALID],
  ['two audiences, and no authorised party', await issuer.sign({ ...good, aud: ['another-shop', AUDIENCE] }), INVALID],
  ['two audiences, given to the other', await issuer.sign({ ...good, aud: ['a', AUDIENCE], azp: 'a' }), INVALID],
  ['an access token', await issuer.sign(good, { header: { typ: 'at+jwt' } }), INVALID],
  ['a logout token', await issuer.sign(good, { header: { typ: 'logout+jwt' } }), INVALID],
  ['a token of 9,000 characters', await issuer.sign({ ...good, padding: 'x'.repeat(6_700) }), INVALID],
  ['two tokens', `${await issuer.sign(good)}, ${await issuer.sign(good)}`, INVALID],
]

for (const [what, token, code] of forgeries) {
  test(`is refused: ${what}`, async () => {
    for (const [method, path, body] of [
      ['GET', '/v1/sso/orders', undefined],
      ['GET', '/v1/sso/orders/1/tickets', undefined],
      ['POST', '/v1/sso/link', { email_address: 'ada@example.org' }],
      ['POST', '/v1/sso/link/confirm', { code: '123456' }],
      ['DELETE', '/v1/sso/link', undefined],
    ] as const) {
      const answer = await as(token, method, path, body)
      assert.deepEqual([answer.status, answer.body.error.code], [401, code], `${method} ${path} ${answer.text}`)
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
  })
}

test('is accepted, though not linked: an honest token, at the edge of the leeway too, and each algorithm', async () => {
  const tokens = [
    await issuer.sign(good),
    await issuer.sign({ ...good, aud: [AUDIENCE] }),
    await issuer.sign({ ...good, azp: AUDIENCE }),
    await issuer.sign({ ...good, aud: ['another-shop', AUDIENCE], azp: AUDIENCE }),
    await issuer.sign({ ...good, exp: now - 59 }),
    await issuer.sign({ ...good, nbf: now + 59 }),
    await issuer.sign({ ...good, iat: now - DAY }),
    await issuer.sign(good, { header: { typ: 'JWT' } }),
  ]
  const fresh = await startIssuer(house.clock)
  after(() => fresh.stop())
  for (const alg of ['RS256', 'PS256', 'EdDSA'] as const) fresh.published.push(await fresh.newPair(alg))
  await register(club, { issuer: fresh.issuer, jwks_uri: fresh.jwksUri })
  for (const pair of fresh.published) tokens.push(await fresh.sign(good, { pair }))
  for (const token of tokens) {
    const answer = await as(token, 'GET', '/v1/sso/orders')
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'sso_account_not_linked'], answer.text)
  }
  assert.equal(fresh.asked.discovery, 0)
})

test('a header that is larger than any token is refused before it is read', async () => {
  const { status } = await as('x'.repeat(8_193), 'GET', '/v1/sso/orders')
  assert.equal(status, 401)
})

test('the signer of a token cannot make us fetch anything: only a registered issuer was asked', () => {
  assert.deepEqual(
    [impostor.asked, others.asked].map(({ discovery, keys }) => discovery + keys),
    [0, 0],
  )
})

test('no token is ever in a log line, wherever a caller puts it', async () => {
  const lines: string[] = []
  const { logger } = createLoggers('trace', { write: (line) => lines.push(line) })
  const token = await issuer.sign(good)
  logger.info({ headers: { 'x-sso-token': token } }, 'request')
  logger.error({ err: new Error(`cannot read ${token}`) }, 'failed')
  assert.equal(lines.length, 2)
  for (const line of lines) assert.ok(!line.includes(token.split('.')[1] ?? '?'), line)
})
