import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'

/* The page's half of a fan's sign-on, with a provider that keeps each code that it is sent. */

const storage = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
  }
}
const tab = {
  origin: 'https://tickets.example',
  pathname: '/shop/',
  search: '',
  left: '',
  assign: (address: URL) => leave(address),
}
const leave = (address: URL) => {
  tab.left = address.href
}
const codes: string[] = []
const promise: { authorization_response_iss_parameter_supported?: boolean } = {}
let nonce = ''

/** Any provider whose issuer is asked. */
async function provider(input: string | URL, init?: RequestInit) {
  const address = new URL(input)
  if (address.pathname !== '/token') {
    const { origin: issuer } = address
    const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
    return Response.json({ issuer, ...endpoints, ...promise })
  }
  const form = init?.body as URLSearchParams
  codes.push(`${address.host} ${form.get('code')}`)
  return Response.json({ id_token: `a.${btoa(JSON.stringify({ nonce }))}.c` })
}

Object.assign(globalThis, {
  document: { getElementById: () => null },
  addEventListener: () => {},
  location: tab,
  sessionStorage: storage(),
  localStorage: storage(),
  fetch: provider,
})
const { finishSignIn, signIn } = await import('./sign-in.ts')

const club = { name: 'Club account', issuer: 'https://id.club.example', client_id: 'shop' }
const hostile = { ...club, issuer: 'https://id.attacker.example' }

/** To the provider and back, as far as the address in the tab. */
async function arrive(asked = club, answer: Record<string, string> = {}) {
  tab.search = ''
  await signIn(asked)
  const question = new URL(tab.left).searchParams
  nonce = question.get('nonce') ?? ''
  tab.search = `?${new URLSearchParams({ code: 'the-code', state: question.get('state') ?? '', ...answer })}`
}

afterEach(() => {
  codes.length = 0
  delete promise.authorization_response_iss_parameter_supported
})

test('a fan comes back from the provider that this tab has asked, and its code goes to it alone', async () => {
  await arrive()
  assert.equal(await finishSignIn(club), '/shop/')
  assert.deepEqual(codes, ['id.club.example the-code'])
  await assert.rejects(finishSignIn(club), /has not asked/, 'once')
})

test('a code that one provider has sent goes to no other', async () => {
  await arrive(club)
  await assert.rejects(finishSignIn(hostile), /another provider/)
  await arrive(club, { iss: hostile.issuer })
  await assert.rejects(finishSignIn(club), /another provider/)
  assert.deepEqual(codes, [])
})

test('a provider that promises to name itself must do so', async () => {
  promise.authorization_response_iss_parameter_supported = true
  await arrive(club)
  await assert.rejects(finishSignIn(club), /another provider/)
  await arrive(club, { iss: club.issuer })
  assert.equal(await finishSignIn(club), '/shop/')
})
