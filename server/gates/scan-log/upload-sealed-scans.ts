import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { hashKey } from '../../access/api-keys/key-format.ts'
import { type Entry, recordAs } from '../../access/audit/record.ts'
import { ownedRows, requireHere } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { conflict } from '../../resources/constraints.ts'
import { PreciseSeconds, toOurClock } from '../devices/device-clock.ts'
import { openSealedScans } from '../supervision/sealed-code.ts'
import { takeUpload } from './take-upload.ts'
import { type Upload, UploadBody } from './upload-body.ts'

/** So long after its key was revoked a phone may come with what it has; its organisation has long settled the evening by then. */
const OFFERED_WITHIN_MS = 7 * DAY_MS

const Body = Input({
  org_id: Id(),
  device_id: Id(),
  event_id: Id({ description: 'whose code_key sealed them' }),
  device_time: PreciseSeconds({ description: 'Unix seconds on the device’s clock as it sends this' }),
  sealed: Text(250_000, {
    description:
      'JSON with the revoked gate `key` and `scans` as in an upload, sealed with code_key as a supervisor’s code is',
  }),
})

const Reply = Type.Object(
  {
    taken: Type.Integer({ description: 'scans that are in the log now' }),
    refused: Type.Integer({
      description: 'made after the key was revoked, or of a form that no log takes: they are not recorded',
    }),
  },
  { title: 'TakenScans' },
)

const Sealed = Type.Object({ key: Type.String({ maxLength: 100 }), scans: UploadBody.properties.scans })
const isSealed = Compile(Sealed)

/**
 * A phone that was taken off the gates forgets what it knows. What it could not upload it closes for us, with its key inside, so that a stranger who
 * finds it can neither read nor change it; and we judge it: what was made while the key was good counts as any upload does.
 */
export const uploadSealedScans: Operation = (app, deps) =>
  app.post(
    '/v1/gate/scans/sealed',
    {
      config: { scope: 'public' },
      schema: {
        operationId: 'uploadSealedScans',
        summary: 'Upload what a revoked scanner could not',
        description: [
          'Needs no key, which is sealed with the scans, and is limited by address. Within a week after the key was revoked, unless the device was',
          'revoked as lost and was not found since (409: offer it again). Scans from before count as in an upload; later ones are refused.',
        ].join(' '),
        tags: ['Gates'],
        body: Body,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { org_id, device_id, event_id, device_time, sealed } = request.body
      const opened = await open(deps.sql, deps.systemClock(), deps.seal, { org_id, device_id, event_id, sealed })
      if (!opened) throw unusable()
      const { orgId, revokedAgoMs } = opened
      await requireHere(orgId, deps.sql)
      const upload: Upload = { device_time, scans: opened.scans }
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const revokedAt = now.getTime() - revokedAgoMs
        const isBefore = ({ scanned_at }: Upload['scans'][number]) =>
          toOurClock(scanned_at, device_time, now).scannedAt.getTime() <= revokedAt
        const scans = upload.scans.filter(isBefore)
        const actor = { orgId, kind: 'device', id: String(device_id), requestId: request.id } as const
        const audit = (entry: Entry) => recordAs(tx, deps.clock, actor, entry)
        const at = { orgId, tx, clocks: deps, seal: deps.seal, deviceId: device_id, audit }
        const { refused } = await takeUpload(at, { device_time, scans })
        const taken = scans.length - refused.length
        const counts = { taken, refused: upload.scans.length - taken }
        await noteTaken(orgId, tx, now, device_id, counts.taken)
        await audit({ action: 'device.sealed_scans_taken', objectType: 'device', objectId: device_id, after: counts })
        return counts
      })
    },
  )

const unusable = () => {
  const message = 'sealed does not open, or nothing is taken from this device any more.'
  return invalidParameters([{ param: 'sealed', code: 'parameter_invalid', message }])
}

const isLost = conflict('The device was revoked as lost. Offer this again once a supervisor says that it was found.')

type Offer = { org_id: number; device_id: number; event_id: number; sealed: string }
type Opened = { orgId: OrgId; revokedAgoMs: number; scans: Upload['scans'] }

/** The number of an organisation proves nothing: what proves it is the key within, which only that phone and we have known. */
async function open(
  sql: Db,
  now: Date,
  seal: Parameters<typeof openSealedScans>[1],
  { org_id, device_id, event_id, sealed }: Offer,
): Promise<Opened | undefined> {
  const [device] = await ownedRows(findDevice(sql, org_id, device_id))
  if (!device) return undefined
  const text = openSealedScans(device.org_id, seal, event_id, device_id, sealed)
  const content = text === undefined ? undefined : contentOf(text)
  if (!content) return undefined
  const hash = hashKey(content.key)
  const isOwn = [device.key_hash, device.former_key_hash].map((known) => known?.equals(hash) ?? false)
  const revokedAt = isOwn[0] ? device.revoked_at : isOwn[1] ? device.former_revoked_at : null
  if (!revokedAt || now.getTime() - revokedAt.getTime() > OFFERED_WITHIN_MS) return undefined
  // Only now: a caller without the key does not learn what became of the device.
  if (device.lost) throw isLost()
  return { orgId: device.org_id, revokedAgoMs: now.getTime() - revokedAt.getTime(), scans: content.scans }
}

function contentOf(text: string): { key: string; scans: Upload['scans'] } | undefined {
  try {
    const content: unknown = JSON.parse(text)
    return isSealed.Check(content) ? (content as { key: string; scans: Upload['scans'] }) : undefined
  } catch {
    return undefined
  }
}

type DeviceRow = {
  org_id: number
  lost: boolean
  key_hash: Buffer | null
  revoked_at: Date | null
  former_key_hash: Buffer | null
  former_revoked_at: Date | null
}

/** With the key that it has, and the one that it had before it was set up on another phone. */
const findDevice = (sql: Db, orgId: number, deviceId: number) => sql<DeviceRow[]>`
  select d.org_id, d.lost, k.key_hash, k.revoked_at, f.key_hash as former_key_hash, f.revoked_at as former_revoked_at
  from devices d
  left join api_keys k on k.org_id = d.org_id and k.key_id = d.key_id
  left join api_keys f on f.org_id = d.org_id and f.key_id = d.former_key_id
  where d.org_id = ${orgId}
    and d.device_id = ${deviceId}`

/** They wait on it no longer: the board need not say so. */
const noteTaken = (orgId: OrgId, tx: Tx, now: Date, deviceId: number, taken: number) => tx`
  update devices
  set scans_waiting = greatest(scans_waiting - ${taken}, 0), scans_aside = 0, changed_at = ${now}
  where org_id = ${orgId}
    and device_id = ${deviceId}
    and revoked_at is not null`
