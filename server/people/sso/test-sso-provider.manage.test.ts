import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openSsoHouse } from '../../../tests/builders/sso.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { startProvider } from '../../../tests/outside/oidc/provider.ts'

const { house, club, issuer, register } = await openSsoHouse()
const certified = await startProvider()
after(() => Promise.all([issuer.stop(), certified.stop()]))

const ask = (id: number, { key }: Tenant) => house.call('GET', `/v1/manage/sso_providers/${id}/test`, { key })
/** What is said of this provider, as one of a new organisation. */
const tested = async (provider: object) => {
  const tenant = await house.organisation()
  return ask(await register(tenant, provider), tenant)
}
type Body = Awaited<ReturnType<typeof ask>>['body']
const passedOf = ({ checks }: Body) =>
  Object.fromEntries(checks.map(({ name, passed }: { name: string; passed: boolean }) => [name, passed]))

test('a provider that is in order passes every check', async () => {
  const { status, body, text } = await tested({ issuer: certified.issuer })
  assert.equal(status, 200, text)
  assert.deepEqual([body.works, passedOf(body)], [true, { discovery: true, keys: true, shop: true }])
})

test('one that a page cannot ask verifies tokens all the same', async () => {
  const { body } = await tested({ issuer: issuer.issuer })
  assert.deepEqual([body.works, passedOf(body)], [true, { discovery: true, keys: true, shop: false }])
  assert.equal(body.checks[2].message, 'the discovery document has no authorization_endpoint')
})

test('another issuer in its document, no keys, an error and a provider that does not answer are each said', async () => {
  const slashed = await tested({ issuer: `${issuer.issuer}/` })
  assert.deepEqual([slashed.body.works, passedOf(slashed.body).discovery], [false, false])
  assert.equal(slashed.body.checks[0].message, 'the discovery document names another issuer')
  const keyless = await tested({ issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/elsewhere` })
  assert.deepEqual(
    [keyless.body.works, keyless.body.checks[1].message, passedOf(keyless.body).discovery],
    [false, 'not a key set', true],
  )
  issuer.failing = 'error'
  assert.equal((await tested({ issuer: issuer.issuer })).body.checks[0].message, 'answered with 500')
  issuer.failing = 'no'
  const gone = await startProvider()
  await gone.stop()
  assert.equal((await tested({ issuer: gone.issuer })).body.checks[0].message, 'not reached: refused')
})

test('another organisation’s provider is not there', async () => {
  const id = await register(await house.organisation())
  assert.equal((await ask(id, club)).status, 404)
})
