import { X509Certificate } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'

/** What staff see of it: never a private key. */
export const Wallets = Type.Object(
  {
    apple: Type.Union([
      Type.Object({
        pass_type_id: Type.String(),
        team_id: Type.String(),
        certificate_expires: Type.Integer({ description: 'Unix seconds; no pass can be signed after it' }),
      }),
      Type.Null(),
    ]),
    google: Type.Union([Type.Object({ issuer_id: Type.String(), service_account: Type.String() }), Type.Null()]),
  },
  { title: 'Wallets', description: 'null: not set up, and not offered to buyers' },
)

export const WalletRow = Type.Object({
  apple_pass_type_id: Nullable(Type.String()),
  apple_team_id: Nullable(Type.String()),
  apple_certificate: Nullable(Type.String()),
  apple_wwdr_certificate: Nullable(Type.String()),
  apple_private_key_encrypted: Type.Unsafe<Buffer | null>({ type: ['object', 'null'] }),
  google_issuer_id: Nullable(Type.String()),
  google_service_account: Nullable(Type.String()),
  google_private_key_encrypted: Type.Unsafe<Buffer | null>({ type: ['object', 'null'] }),
})
export type WalletRow = Static<typeof WalletRow>

export const findWallets = (orgId: OrgId, sql: Db) => sql<WalletRow[]>`
  select apple_pass_type_id, apple_team_id, apple_certificate, apple_wwdr_certificate, apple_private_key_encrypted,
    google_issuer_id, google_service_account, google_private_key_encrypted
  from wallet_settings
  where org_id = ${orgId}`

export const walletContext = (orgId: number): string => `wallet_settings ${orgId}`

export const toWallets = (row: WalletRow | undefined): Static<typeof Wallets> => ({
  apple:
    row?.apple_pass_type_id && row.apple_team_id && row.apple_certificate
      ? {
          pass_type_id: row.apple_pass_type_id,
          team_id: row.apple_team_id,
          certificate_expires: unixSeconds(new Date(new X509Certificate(row.apple_certificate).validTo)),
        }
      : null,
  google:
    row?.google_issuer_id && row.google_service_account
      ? { issuer_id: row.google_issuer_id, service_account: row.google_service_account }
      : null,
})

export type AppleKeys = { passTypeId: string; teamId: string; certificate: string; wwdr: string; privateKey: string }
export type GoogleKeys = { issuerId: string; serviceAccount: string; privateKey: string }

export async function openAppleKeys(orgId: OrgId, sql: Db, seal: Seal): Promise<AppleKeys | undefined> {
  const [row] = await findWallets(orgId, sql)
  const key = row?.apple_private_key_encrypted
  if (!key || !row.apple_pass_type_id || !row.apple_team_id || !row.apple_certificate || !row.apple_wwdr_certificate) {
    return undefined
  }
  return {
    passTypeId: row.apple_pass_type_id,
    teamId: row.apple_team_id,
    certificate: row.apple_certificate,
    wwdr: row.apple_wwdr_certificate,
    privateKey: seal.open(key, walletContext(orgId)),
  }
}

export async function openGoogleKeys(orgId: OrgId, sql: Db, seal: Seal): Promise<GoogleKeys | undefined> {
  const [row] = await findWallets(orgId, sql)
  const key = row?.google_private_key_encrypted
  if (!key || !row.google_issuer_id || !row.google_service_account) return undefined
  return {
    issuerId: row.google_issuer_id,
    serviceAccount: row.google_service_account,
    privateKey: seal.open(key, walletContext(orgId)),
  }
}

export const walletUnset = (name: string) =>
  new ApiError('state_conflict', { message: `The organisation offers no passes for ${name}.` })

/** Which wallets the organisation has set up: a shop shows no button for the others. */
export async function findOfferedWallets(orgId: OrgId, sql: Db): Promise<('apple' | 'google')[]> {
  const [row] = await sql<{ apple: boolean; google: boolean }[]>`
    select apple_pass_type_id is not null as apple, google_issuer_id is not null as google
    from wallet_settings
    where org_id = ${orgId}`
  return (['apple', 'google'] as const).filter((wallet) => row?.[wallet])
}
