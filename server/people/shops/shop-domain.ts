import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

/** Where the proof is looked for: a TXT record of this name below the host, or this path at it. */
const RECORD = '_grandstand'
export const PROOF_PATH = '/.well-known/grandstand-domain.txt'

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** A name in full, as the address bar shows it; letters beyond ASCII in their xn-- form. IP addresses are refused, since no organisation can prove one. */
export const Host = Type.Refine(
  Type.String({ minLength: 4, maxLength: 253, description: 'such as tickets.example.org, without a port' }),
  (text) => HOST.test(text.toLowerCase()),
  () => 'must be a host name such as tickets.example.org',
)

export const ShopDomain = Type.Object(
  {
    shop_domain_id: Type.Integer(),
    host: Type.String(),
    proven: Type.Boolean({ description: 'the shop is there, and links lead there' }),
    proven_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
    proven_by: Type.Unsafe<'dns' | 'file' | null>({ type: ['string', 'null'], enum: ['dns', 'file', null] }),
    dns_record: Type.Object(
      { name: Type.String(), type: OneOf(['TXT']), value: Type.String() },
      { description: 'set it at your name server' },
    ),
    file: Type.Object(
      { url: Type.String(), content: Type.String() },
      { description: 'or put this file on the web server that is there now' },
    ),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'ShopDomain' },
)

export const ShopDomainRow = Type.Object({
  shop_domain_id: Type.Integer(),
  host: Type.String(),
  proof_token: Type.String(),
  proven_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  proven_by: Type.Unsafe<'dns' | 'file' | null>({ type: ['string', 'null'] }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type ShopDomainRow = Static<typeof ShopDomainRow>

export const shopDomainColumns = (sql: Db) => sql`shop_domain_id, host, proof_token, proven_at, proven_by, created_at`

export const recordName = (host: string): string => `${RECORD}.${host}`
export const proofText = (token: string): string => `grandstand-domain=${token}`

export const toShopDomain = (row: ShopDomainRow) =>
  ({
    shop_domain_id: row.shop_domain_id,
    host: row.host,
    proven: row.proven_at !== null,
    proven_at: row.proven_at === null ? null : unixSeconds(row.proven_at),
    proven_by: row.proven_by,
    dns_record: { name: recordName(row.host), type: 'TXT' as const, value: proofText(row.proof_token) },
    file: { url: `https://${row.host}${PROOF_PATH}`, content: proofText(row.proof_token) },
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof ShopDomain>
