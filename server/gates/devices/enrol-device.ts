import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { createKey, revokeKey } from '../../access/api-keys/key-store.ts'
import { recordAs } from '../../access/audit/record.ts'
import { ownedRows, requireHere } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { addressBucket } from '../../access/rate-limits/addresses.ts'
import { SaleError } from '../../checkout/errors.ts'
import { isMemberCode, memberCode } from '../../people/members/member-code.ts'
import { type AttemptSubject, clearAttempts, countAttempt } from '../../people/staff/attempts.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const Body = Input({ code: Text(100, { description: 'as /v1/manage/devices gave it, scanned or typed' }) })
const Reply = Type.Object(
  {
    device_id: Type.Integer(),
    name: Type.String(),
    org_id: Type.String(),
    secret: Type.String({ description: 'the gate key, for Authorization: Bearer; shown this once' }),
  },
  { title: 'EnrolledDevice' },
)

export const enrolDevice: Operation = (app, deps) =>
  app.post(
    '/v1/gate/enrol',
    {
      config: { scope: 'public' },
      schema: {
        operationId: 'enrolDevice',
        summary: 'Exchange an enrolment code for a gate key',
        description:
          'Needs no key and is limited by address. A code works once; with an Idempotency-Key, the same request gives the same answer for a day.',
        tags: ['Gates'],
        body: Body,
        response: { 201: Reply },
      },
    },
    async (request, reply) => {
      const code = asTyped(request.body.code)
      const named = organisationNamedBy(code)
      if (named === undefined) throw unusable()
      const attempt = ofEnrolment(request.ip, named)
      await requireAttempt(deps.sql, deps.systemClock(), attempt)
      const orgId = await organisationOf(named, deps.sql, deps.systemClock(), enrolmentHash(code))
      if (orgId === undefined) throw unusable()
      await requireHere(orgId, deps.sql)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.systemClock()
        const [device] = await takeCode(orgId, tx, now, enrolmentHash(code))
        // A 400 and not a 404: refusals of that kind are not kept, so a stranger who guesses leaves nothing behind.
        if (!device) throw unusable()
        if (device.key_id !== null) await revokeKey(orgId, tx, deps.systemClock, device.key_id)
        const { key_id, secret } = await createKey(orgId, tx, { kind: 'gk', name: device.name })
        await giveKey(orgId, tx, now, device, key_id)
        const actor = { orgId, kind: 'device', id: String(device.device_id), requestId: request.id } as const
        const entry = { action: 'device.enrolled', objectType: 'device', objectId: device.device_id, after: { key_id } }
        await recordAs(tx, deps.clock, actor, entry)
        await clearAttempts(tx, [attempt])
        return {
          device_id: device.device_id,
          name: device.name,
          org_id: String(orgId),
          secret,
        } satisfies Static<typeof Reply>
      })
    },
  )

const unusable = () => {
  const message = 'The code is not known, was used already or has expired.'
  return invalidParameters([{ param: 'code', code: 'parameter_invalid', message }])
}

/**
 * Wrong codes of one address for one organisation: after the first thirty each waits twice as long as the one before, up to a minute. Others
 * are not kept waiting by them, neither another address nor another organisation; and a club that sets up phones of its own clears it.
 */
const ofEnrolment = (address: string, organisation: number): AttemptSubject => ({
  name: ['enrolment', addressBucket(address), String(organisation)],
  delays: { free: 30, maxSeconds: 60 },
})

async function requireAttempt(sql: Db, now: Date, attempt: AttemptSubject): Promise<void> {
  const seconds = await countAttempt(sql, now, attempt)
  if (seconds !== null) throw new SaleError('rate_limit_codes', { headers: { 'retry-after': String(seconds) } })
}

/**
 * A caller without a code is unknown: the number of an organisation, which any caller can write, must not open the answers that it keeps
 * for its own Idempotency-Keys, nor add to them. A code that was used is proof for as long as its answer is kept.
 */
async function organisationOf(named: number, sql: Db, now: Date, digest: Buffer): Promise<OrgId | undefined> {
  const [device] = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from devices
    where org_id = ${named}
      and enrolment_code_hash = ${digest}
      and enrolment_expires_at > ${now}
      and revoked_at is null
    union all
    select org_id
    from devices
    where org_id = ${named}
      and used_code_hash = ${digest}
      and enrolled_at > ${new Date(now.getTime() - DAY_MS)}
      and revoked_at is null`)
  return device?.org_id
}

type EnrolledDevice = { device_id: number; name: string; key_id: number | null }

/** A code works once: of two who send it, the second waits for the row and then finds no code. */
const takeCode = (orgId: OrgId, tx: Tx, now: Date, digest: Buffer) => tx<EnrolledDevice[]>`
  update devices
  set enrolment_code_hash = null, enrolment_expires_at = null, used_code_hash = ${digest}, changed_at = ${now}
  where org_id = ${orgId}
    and enrolment_code_hash = ${digest}
    and enrolment_expires_at > ${now}
    and revoked_at is null
  returning device_id, name, key_id`

/** The phone that had it before may still bring what it could not upload. */
const giveKey = (orgId: OrgId, tx: Tx, now: Date, { device_id, key_id: former }: EnrolledDevice, keyId: number) => tx`
  update devices
  set key_id = ${keyId}, former_key_id = ${former}, enrolled_at = ${now}
  where org_id = ${orgId}
    and device_id = ${device_id}`

/** Long enough to hand out the scanners on the evening before. */
export const ENROLMENT_MS = DAY_MS

const SHAPE = /^([1-9][0-9]{0,14})-([0-9A-Z]{13})$/

/** The organisation, then 60 random bits with a check character: easily typed where the camera fails. */
export const enrolmentCode = (orgId: OrgId): string => `${orgId}-${memberCode()}`

/** Whose code it would be. The number proves nothing: only a device of that organisation with the same hash does. */
function organisationNamedBy(code: string): number | undefined {
  const [, organisation = '', random = ''] = SHAPE.exec(code) ?? []
  return isMemberCode(random) ? Number(organisation) : undefined
}

export const enrolmentHash = (code: string): Buffer => hash('sha256', code, 'buffer')

/** As typed: in any case, with spaces around it. */
export const asTyped = (text: string): string => text.trim().toUpperCase()
