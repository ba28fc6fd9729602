import { type Command, Option } from 'commander'
import {
  createKey,
  type KeyRow,
  listKeys,
  ROLL_OVERLAP_MAX_SECONDS,
  ROLL_OVERLAP_SECONDS,
  revokeKey,
  rollKey,
} from '../../access/api-keys/key-store.ts'
import type { OrgId } from '../../access/principal.ts'
import { isScope, type KeyKind, type Scope, scopesOfKind } from '../../access/scopes.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { ArgumentError, findOrg, print, recordCli, wholeNumber } from './values.ts'

type Create = {
  org: string
  type: KeyKind
  name?: string
  scopes?: string
  perMinute?: number
  perDay?: number
  expiresInDays?: number
  json?: boolean
}
type OneKey = { org: string; key: number; overlap?: number; json?: boolean }

export function keyCommands(program: Command): void {
  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('create a key; the secret is shown once')
    .requiredOption('--org <id>')
    .addOption(
      new Option('--type <type>', 'sk secret, pk publishable, gk gate')
        .choices(['sk', 'pk', 'gk'])
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'what it is for')
    .option('--scopes <list>', 'separated by commas; default: all of its type but manage')
    .option('--per-minute <n>', 'requests a minute', wholeNumber('--per-minute', 1, 1e7))
    .option('--per-day <n>', 'requests a day', wholeNumber('--per-day', 1, 1e9))
    .option('--expires-in-days <n>', 'stops working by itself', wholeNumber('--expires-in-days', 1, 3650))
    .option('--json', 'print one JSON object')
    .action((options: Create) => {
      const scopes = options.scopes === undefined ? undefined : parseScopes(options.type, options.scopes)
      if (options.name !== undefined && (options.name.trim() === '' || options.name.length > 100)) {
        throw new ArgumentError('--name must have 1 to 100 characters')
      }
      return withDatabase(readConfig(process.env), async (sql, clock) => {
        const { expiresInDays } = options
        const orgId = await findOrg(sql, options.org)
        const newKey = await withRecord(sql, orgId, 'created', (tx) =>
          createKey(orgId, tx, {
            kind: options.type,
            requestsPerMinute: options.perMinute ?? null,
            requestsPerDay: options.perDay ?? null,
            expiresAt: expiresInDays === undefined ? null : new Date(clock().getTime() + expiresInDays * DAY_MS),
            ...(options.name === undefined ? {} : { name: options.name }),
            ...(scopes === undefined ? {} : { scopes }),
          }),
        )
        print(options.json, { ...toOutput(newKey), secret: newKey.secret })
      })
    })
  key
    .command('list')
    .description('list the keys of an organisation')
    .requiredOption('--org <id>')
    .option('--json', 'print one JSON object a line')
    .action(({ org, json }: { org: string; json?: boolean }) =>
      withDatabase(readConfig(process.env), async (sql) => {
        for (const row of await listKeys(await findOrg(sql, org), sql)) {
          print(json, toOutput(row))
          if (!json) console.log()
        }
      }),
    )
  key
    .command('roll')
    .description('make a new key; the old one goes on working for the overlap')
    .requiredOption('--org <id>')
    .requiredOption('--key <id>', 'key_id', wholeNumber('--key', 1, Number.MAX_SAFE_INTEGER))
    .option(
      '--overlap <seconds>',
      'how long the old one goes on',
      wholeNumber('--overlap', 0, ROLL_OVERLAP_MAX_SECONDS),
      ROLL_OVERLAP_SECONDS,
    )
    .option('--json', 'print one JSON object')
    .action(({ org, key: keyId, overlap, json }: OneKey) =>
      withDatabase(readConfig(process.env), async (sql, clock) => {
        const orgId = await findOrg(sql, org)
        const newKey = await sql.begin(async (tx) => {
          const successor = await rollKey(orgId, tx, clock, keyId, overlap).catch(noKey(orgId, keyId))
          const after = { rolled_to: successor.key_id, overlap_seconds: overlap }
          await recordCli(tx, orgId, { action: 'api_key.rolled', objectType: 'api_key', objectId: keyId, after })
          return successor
        })
        print(json, { ...toOutput(newKey), secret: newKey.secret })
      }),
    )
  key
    .command('revoke')
    .description('stop a key; takes effect everywhere within 5 seconds')
    .requiredOption('--org <id>')
    .requiredOption('--key <id>', 'key_id', wholeNumber('--key', 1, Number.MAX_SAFE_INTEGER))
    .option('--json', 'print one JSON object')
    .action(({ org, key: keyId, json }: OneKey) =>
      withDatabase(readConfig(process.env), async (sql, clock) => {
        const orgId = await findOrg(sql, org)
        const revokedKey = await withRecord(sql, orgId, 'revoked', (tx) =>
          revokeKey(orgId, tx, clock, keyId).catch(noKey(orgId, keyId)),
        )
        print(json, toOutput(revokedKey))
      }),
    )
}

const noKey = (orgId: OrgId, keyId: number) => (error: unknown) => {
  if (error instanceof ApiError && error.code === 'resource_missing')
    throw new ArgumentError(`organisation ${orgId} has no key ${keyId}`)
  throw error
}

/** The change and its audit row in one transaction. */
async function withRecord<Row extends KeyRow>(sql: Sql, orgId: OrgId, action: string, work: (tx: Tx) => Promise<Row>) {
  const [row] = await sql.begin(async (tx): Promise<[Row]> => {
    const key = await work(tx)
    const entry = {
      action: `api_key.${action}`,
      objectType: 'api_key',
      objectId: key.key_id,
      after: toOutput(key),
    }
    await recordCli(tx, orgId, entry)
    return [key]
  })
  return row
}

function parseScopes(kind: KeyKind, list: string): Scope[] {
  return list.split(',').map((text) => {
    const name = text.trim()
    if (!isScope(name) || !scopesOfKind[kind].includes(name)) {
      throw new ArgumentError(`--scopes: ${name} is not one of ${scopesOfKind[kind].join(', ')}`)
    }
    return name
  })
}

const toOutput = (row: KeyRow) => ({
  key_id: row.key_id,
  name: row.name,
  type: row.kind,
  mode: row.mode,
  hint: row.hint,
  scopes: row.scopes.join(','),
  requests_per_minute: row.requests_per_minute,
  requests_per_day: row.requests_per_day,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
