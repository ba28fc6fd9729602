import type { FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { AccessError } from '../../access/errors.ts'
import { organisationById, requireHere } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { LogoDeps } from '../../messages/mail/logos.ts'
import type { App } from '../../platform/http/app.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer, RawText, Text, UNIX_SECONDS_MAX } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findCards } from '../ticket-files/member-cards.ts'
import { PKPASS_TYPE } from './apple-pass.ts'
import { findPass } from './find-pass.ts'
import {
  type PassKind,
  type PassName,
  passesAndSources,
  passTables,
  readSerial,
  SERIAL_PATTERN,
  serialOf,
} from './pass-kinds.ts'
import { readToken } from './pass-token.ts'
import { cardPass, ticketPass } from './send-apple-pass.ts'
import { type AppleKeys, findWallets, openAppleKeys } from './wallet-settings.ts'

/*
 * What phones call by themselves, as Apple's "PassKit web service" has it: they register for a pass, ask which of theirs have
 * changed, fetch those, and sign off. It is not in the description of the API, since only phones call it.
 */

const BASE = '/v1/wallet/apple/:org_id/v1'
const config = { scope: 'public' } as const
const PassParams = Input({ org_id: Id(), pass_type_id: Text(200), serial: Text(22, { pattern: SERIAL_PATTERN }) })
const Device = Text(200)
/** A phone holds few passes of one organisation. */
const SERIALS_MAX = 500
const LOGS_MAX = 20

const hidden = <T extends object>(schema: T): T & FastifySchema => ({ ...schema, hide: true })

export const appleService: Operation<LogoDeps> = (app, deps) => {
  registration(app, deps)
  changes(app, deps)
  app.get(
    `${BASE}/passes/:pass_type_id/:serial`,
    { config, schema: hidden({ params: PassParams }) },
    async ({ params, headers }, reply) => {
      const { orgId } = await proven(deps, params, headers.authorization)
      const source = await findSource(deps, orgId, params.serial)
      const keys = await openAppleKeys(orgId, deps.sql, deps.seal)
      if (!source || !keys) throw new ApiError('resource_missing')
      const since = Date.parse(String(headers['if-modified-since'] ?? ''))
      const changed = Math.floor(source.changedAt.getTime() / 1000) * 1000
      if (since >= changed) return reply.code(304).send()
      reply.header('last-modified', new Date(changed).toUTCString()).type(PKPASS_TYPE)
      return reply.send(await source.sign(keys))
    },
  )
  app.post(
    `${BASE}/log`,
    {
      config,
      schema: hidden({
        params: Input({ org_id: Id() }),
        body: Input({ logs: Type.Array(RawText(2000), { maxItems: LOGS_MAX }) }),
      }),
    },
    async ({ body, params, log }) => {
      // The sender is not known, so that nothing of what it says is written down: only that there was something.
      const orgId = await organisationHere(deps.sql, params.org_id)
      log.info({ org_id: orgId, complaints: body.logs.length }, 'wallets complain')
      return {}
    },
  )
}

function registration(app: App, deps: PlatformDeps & LogoDeps): void {
  const path = `${BASE}/devices/:device/registrations/:pass_type_id/:serial`
  const params = Input({ ...PassParams.properties, device: Device })
  app.post(
    path,
    { config, schema: hidden({ params, body: Input({ pushToken: Text(200, { pattern: '^[0-9A-Fa-f]+$' }) }) }) },
    async ({ params: { device, ...pass }, headers, body }, reply) => {
      const { orgId, passOf } = await proven(deps, pass, headers.authorization)
      if (!(await findSource(deps, orgId, pass.serial))) throw new ApiError('resource_missing')
      const now = deps.clock(orgId)
      const { sql } = deps
      const { table, column, id } = placeOf(sql, pass.serial)
      const [passRow] = await sql<{ told_at: Date }[]>`
        insert into ${table} (
          org_id, ${column}, wallet, device_library_id, push_token, told_at, due_at, created_at, changed_at
        )
        values (${orgId}, ${id}, 'apple', ${device}, ${body.pushToken}, ${passOf}, ${now}, ${now}, ${now})
        on conflict (org_id, ${column}, wallet, device_library_id) do nothing
        returning told_at`
      if (passRow) return reply.code(201).send({})
      await sql`
        update ${table}
        set push_token = ${body.pushToken}, told_at = least(told_at, ${passOf}), changed_at = ${now}
        where org_id = ${orgId}
          and ${column} = ${id}
          and wallet = 'apple'
          and device_library_id = ${device}`
      return reply.code(200).send({})
    },
  )
  app.delete(path, { config, schema: hidden({ params }) }, async ({ params: { device, ...pass }, headers }) => {
    const { orgId } = await proven(deps, pass, headers.authorization)
    const { table, column, id } = placeOf(deps.sql, pass.serial)
    await deps.sql`
      delete from ${table}
      where org_id = ${orgId}
        and ${column} = ${id}
        and wallet = 'apple'
        and device_library_id = ${device}`
    return {}
  })
}

/** Which of a phone's passes have changed. Apple has no token here: the phone's own name is known to the phone alone. */
const changes = (app: App, deps: PlatformDeps) =>
  app.get(
    `${BASE}/devices/:device/registrations/:pass_type_id`,
    {
      config,
      schema: hidden({
        params: Input({ org_id: Id(), device: Device, pass_type_id: Text(200) }),
        querystring: Input({
          passesUpdatedSince: Type.Optional(Integer({ minimum: 0, maximum: UNIX_SECONDS_MAX * 1000 })),
        }),
      }),
    },
    async ({ params, query }, reply) => {
      const orgId = await organisationHere(deps.sql, params.org_id)
      const since = new Date(query.passesUpdatedSince ?? 0)
      const rows = [
        ...(await findChanged(orgId, deps.sql, 'ticket', params.device, since)),
        ...(await findChanged(orgId, deps.sql, 'member', params.device, since)),
      ]
      if (rows.length === 0) return reply.code(204).send()
      const latest = Math.max(...rows.map(({ changed_at }) => changed_at.getTime()))
      return { serialNumbers: rows.map(serialOf), lastUpdated: String(latest) }
    },
  )

const findChanged = (orgId: OrgId, sql: Db, kind: PassKind, device: string, since: Date) => sql<
  (PassName & { changed_at: Date })[]
>`
  select ${kind}::text as kind, p.pass_id as id, p.source_changed_at as changed_at
  from ${passesAndSources(orgId, sql, kind)}
  where p.wallet = 'apple'
    and p.device_library_id = ${device}
    and date_trunc('milliseconds', p.source_changed_at) > ${since}
  order by p.pass_id
  limit ${SERIALS_MAX}`

/** Where a pass is noted. */
function placeOf(sql: Db, serial: string) {
  const { kind, id } = readSerial(serial)
  const { table, id: column } = passTables[kind]
  return { table: sql(table), column: sql(column), id }
}

type PassSource = { changedAt: Date; sign(keys: AppleKeys): Promise<Buffer> }

/** What a pass is of, as it is now. */
async function findSource(
  deps: PlatformDeps & LogoDeps,
  orgId: OrgId,
  serial: string,
): Promise<PassSource | undefined> {
  const { kind, id } = readSerial(serial)
  if (kind === 'member') {
    const [card] = await findCards(orgId, deps.sql, [id])
    return card && { changedAt: card.changed_at, sign: (keys) => cardPass(deps, orgId, card, keys) }
  }
  const [pass] = await findPass(orgId, deps.sql, id)
  return pass && { changedAt: pass.changed_at, sign: (keys) => ticketPass(deps, orgId, pass, keys) }
}

async function organisationHere(sql: Db, id: number): Promise<OrgId> {
  const orgId = await organisationById(sql, id)
  if (orgId === undefined) throw new ApiError('resource_missing')
  await requireHere(orgId, sql)
  return orgId
}

type PassNames = { org_id: number; pass_type_id: string; serial: string }

/** The organisation of a pass that the caller holds, and of when that pass is. */
async function proven({ sql, seal }: PlatformDeps, names: PassNames, authorization: string | undefined) {
  const orgId = await organisationHere(sql, names.org_id)
  const passOf = readToken(seal, orgId, names.serial, authorization)
  if (!passOf) throw new AccessError('api_key_invalid', { message: 'This is not the token of the pass.' })
  const [settings] = await findWallets(orgId, sql)
  if (settings?.apple_pass_type_id !== names.pass_type_id) throw new ApiError('resource_missing')
  return { orgId, passOf }
}
