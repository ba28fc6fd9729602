import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../platform/postgres/database.ts'
import { createSeal, type Seal } from '../platform/values/seal.ts'
import { type Config, SECRET_CHARACTERS_MIN } from './config.ts'
import { StartError } from './connect.ts'

/** The installation's secret: given by GRANDSTAND_SECRET, or made once and kept beside the embedded database. */
export async function readSecret(config: Config): Promise<string> {
  if (config.GRANDSTAND_SECRET !== undefined) return config.GRANDSTAND_SECRET
  const storedSecret = await keepOnce(secretFile(config.DATA_DIR), () => randomBytes(32).toString('base64url'))
  // A crash or a full disk while it was written leaves a file that could be guessed.
  if (storedSecret.length < SECRET_CHARACTERS_MIN)
    throw new StartError('the secret in DATA_DIR is cut short; put the whole one back, or delete it if it is new')
  return storedSecret
}

const secretFile = (dataDir: string) => join(dataDir, 'secret')

/** Two processes that start together agree on one value: `wx` lets only the first one write. */
async function keepOnce(file: string, make: () => string): Promise<string> {
  await writeFile(file, make(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

/** A seal of the present secret that also opens what the one before it sealed. It was not compared with the database yet. */
export async function unprovenSeal(config: Config): Promise<Seal> {
  const { GRANDSTAND_PREVIOUS_SECRET: previous } = config
  return createSeal(await readSecret(config), previous === undefined ? [] : [previous])
}

/**
 * The seal of this installation, once the database has recognised its secret. The first start leaves a fingerprint there; one with
 * GRANDSTAND_PREVIOUS_SECRET beside a new secret replaces it. With a wrong one, the first sale would fail and not the start.
 */
export async function openSeal(sql: Db, config: Config): Promise<Seal> {
  const current = createSeal(await readSecret(config))
  const previous = config.GRANDSTAND_PREVIOUS_SECRET
  const known = [current, ...(previous === undefined ? [] : [createSeal(previous)])]
  const stored = (await readFingerprint(sql)) ?? (await leaveFingerprint(sql, current, known))
  if (stored === undefined || !known.some((seal) => recognises(stored, seal))) throw wrongSecret(config)
  if (!recognises(stored, current)) await replaceFingerprint(sql, stored, current)
  return unprovenSeal(config)
}

export const wrongSecret = (config: Config): StartError =>
  new StartError(
    `${nameOf(config)} is not the one that this database is sealed with; set that one, or, where it is lost for good, see "A lost secret" in docs/operating.md`,
  )

/** Whether the present secret, or the one before it, is the database's, without making either so. */
export async function secretState(sql: Db, config: Config): Promise<'right' | 'wrong' | 'none yet'> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('installation') is not null as exists`
  const stored = table?.exists ? await readFingerprint(sql) : undefined
  if (stored === undefined) return 'none yet'
  const secrets = [await presentSecret(config), config.GRANDSTAND_PREVIOUS_SECRET].filter((text) => text !== undefined)
  return secrets.some((text) => recognises(stored, createSeal(text))) ? 'right' : 'wrong'
}

const presentSecret = async ({ GRANDSTAND_SECRET, DATA_DIR }: Config): Promise<string | undefined> =>
  GRANDSTAND_SECRET ?? (await readFile(secretFile(DATA_DIR), 'utf8').catch(() => undefined))?.trim()

const nameOf = (config: Config) =>
  config.GRANDSTAND_SECRET === undefined ? 'the secret in DATA_DIR' : 'GRANDSTAND_SECRET'

const CONTEXT = 'installation'

function fingerprintOf(seal: Seal, salt = randomBytes(12).toString('base64url')): string {
  return `${salt}.${seal.fingerprint(salt, CONTEXT)}`
}

const recognises = (stored: string, seal: Seal) => fingerprintOf(seal, stored.split('.')[0]) === stored

async function readFingerprint(sql: Db): Promise<string | undefined> {
  const [row] = await sql<{ secret_fingerprint: string }[]>`
    select secret_fingerprint
    from installation`
  return row?.secret_fingerprint
}

/** Two that start together leave one, and both read it. */
async function leaveFingerprint(sql: Db, seal: Seal, known: Seal[]): Promise<string | undefined> {
  const sealed = await anySealed(sql)
  if (sealed !== undefined && !known.some(({ isCurrent }) => isCurrent(sealed))) return undefined
  await sql`
    insert into installation (secret_fingerprint)
    values (${fingerprintOf(seal)})
    on conflict (only_row) do nothing`
  return readFingerprint(sql)
}

/** Another process that replaces it meanwhile wins: both have proven the secret before. */
const replaceFingerprint = (sql: Db, stored: string, seal: Seal) => sql`
  update installation
  set secret_fingerprint = ${fingerprintOf(seal)}, changed_at = now()
  where secret_fingerprint = ${stored}`

/** From now on this secret is the right one, whatever was sealed before. */
export const acceptSecret = (sql: Db, seal: Seal) => sql`
  insert into installation (secret_fingerprint)
  values (${fingerprintOf(seal)})
  on conflict (only_row) do update
  set secret_fingerprint = excluded.secret_fingerprint, changed_at = now()`

/** Something from before there were fingerprints, so that a wrong secret does not become the right one by being first. */
async function anySealed(sql: Db): Promise<Buffer | undefined> {
  const [row] = await sql<{ sealed: Buffer }[]>`
    (select private_key_encrypted as sealed from event_signing_keys limit 1)
    union all
    (select secret_encrypted from webhook_endpoints where secret_encrypted is not null limit 1)
    limit 1`
  return row?.sealed
}
