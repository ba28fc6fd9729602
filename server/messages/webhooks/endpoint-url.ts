import { isIP } from 'node:net'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Db } from '../../platform/postgres/database.ts'

const NOT_PUBLIC =
  'url must lead to a public address. For a receiver on your own machine, run: npx grandstand listen --forward-to <url>.'

type Rules = { isAllowed: Outbound['isAllowed']; needsHttps: boolean }

/** What is wrong with an address, or undefined. A name is looked up when something is sent, each time anew. */
export function urlProblem(text: string, { isAllowed, needsHttps }: Rules): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    return 'url must be an absolute address such as https://example.com/hooks.'
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (url.username !== '' || url.password !== '') return 'url must not carry a user name or a password.'
  if (url.hash !== '') return 'url must not have a fragment.'
  const address = /(?:^|\.)localhost$/i.test(host) ? '127.0.0.1' : host
  if (isIP(address) !== 0 && !isAllowed(address)) return NOT_PUBLIC
  if (url.protocol === 'http:' && needsHttps) return 'url must begin with https://, since the organisation is live.'
  return undefined
}

/** The address as it will be called: `HTTP://EXAMPLE.com` and `http://example.com/` are one. */
export async function readUrl(orgId: OrgId, sql: Db, outbound: Outbound, text: string): Promise<string> {
  const needsHttps = !outbound.plainHttp && (await isLive(orgId, sql))
  const message = urlProblem(text, { isAllowed: outbound.isAllowed, needsHttps })
  if (message) throw invalidParameters([{ param: 'url', code: 'parameter_invalid', message }])
  const { href } = new URL(text)
  return href
}

/** What is sent for a live organisation is about real people. */
async function isLive(orgId: OrgId, sql: Db): Promise<boolean> {
  const [organisation] = await sql<{ mode: OrganisationMode }[]>`
    select mode
    from organisations
    where org_id = ${orgId}`
  return organisation?.mode === 'live'
}
