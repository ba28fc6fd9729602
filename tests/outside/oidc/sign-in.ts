import { createHash, randomBytes } from 'node:crypto'
import { AUDIENCE } from './issuer.ts'
import { REDIRECT_URI } from './provider.ts'

const HOPS_MAX = 12

/** Signs a fan in as a browser and a shop would: authorisation code with PKCE, the forms in between, then the token. */
export async function signIn(issuer: string, login: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const start = new URL('/auth', issuer)
  start.search = new URLSearchParams({
    client_id: AUDIENCE,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email',
    state: 'from-the-shop',
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const code = await browse(start, login)
  const response = await fetch(new URL('/token', issuer), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: AUDIENCE,
      redirect_uri: REDIRECT_URI,
      code,
      code_verifier: verifier,
    }),
  })
  const answer = (await response.json()) as { id_token?: string; error_description?: string }
  if (!answer.id_token) throw new Error(`no ID token: ${answer.error_description}`)
  return answer.id_token
}

/** Follows redirects and fills in what it is asked, until it is sent back to the shop with a code. */
async function browse(start: URL, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next: { url: URL; form?: URLSearchParams } = { url: start }
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location?.startsWith(REDIRECT_URI)) return codeOf(new URL(location))
    next = location ? { url: new URL(location, next.url) } : formOf(await response.text(), next.url, login)
  }
  throw new Error('the sign-in goes round in circles')
}

function codeOf(back: URL): string {
  const code = back.searchParams.get('code')
  if (!code || back.searchParams.get('state') !== 'from-the-shop') throw new Error(`no code: ${back.search}`)
  return code
}

function formOf(page: string, from: URL, login: string): { url: URL; form: URLSearchParams } {
  const [, action] = /<form[^>]+action="([^"]+)"/.exec(page) ?? []
  const [, prompt] = /name="prompt" value="(login|consent)"/.exec(page) ?? []
  if (!action || !prompt) throw new Error(`no form to fill in: ${page.slice(0, 300)}`)
  return { url: new URL(action, from), form: new URLSearchParams({ prompt, login, password: 'any' }) }
}
