import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { invalid } from '../../resources/constraints.ts'
import { fiscalKinds } from './fiscal-device.ts'
import { FiscalSettings, findFiscalSettings, toFiscalSettings } from './fiscal-settings.ts'
import { simulatedSerial } from './simulated-device.ts'

const Body = Input({
  kind: Nullable(Type.String({ maxLength: 20, description: 'tse, rksv or nf525; null: nothing is signed' })),
  simulated_outage: Type.Optional(Type.Boolean({ description: 'the simulated device does not answer' })),
})

export const replaceFiscalSettings: Operation = (app, deps) =>
  app.put(
    '/v1/manage/fiscal_settings',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'replaceFiscalSettings',
        summary: 'Say how cash is signed',
        description:
          'From now on each sale, refund and close in cash at the counter is signed as this law asks. A sandbox has a simulated device; a live ' +
          'organisation needs a real one, of which there is none yet: 409.',
        tags: ['Box office'],
        body: Body,
        response: { 200: FiscalSettings },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const { orgId, body } = request
        const before = toFiscalSettings(await findFiscalSettings(orgId, tx))
        await store(orgId, tx, deps.clock(orgId), body)
        const after = toFiscalSettings(await findFiscalSettings(orgId, tx))
        const entry = { action: 'fiscal_settings.changed', objectType: 'organisation', objectId: orgId }
        await record(tx, deps.clock, request, { ...entry, before, after })
        return after
      }),
  )

/** What was signed stays as it was, whatever is chosen later. */
async function store(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { kind: wanted, simulated_outage: isOut = false }: Static<typeof Body>,
) {
  if (wanted === null) {
    await tx`
      delete from fiscal_settings
      where org_id = ${orgId}`
    return
  }
  const kind = fiscalKinds.find((each) => each === wanted)
  if (kind === undefined) throw invalid('kind', `kind is ${fiscalKinds.join(', ')} or null.`)()
  const [organisation] = await tx<{ mode: string }[]>`
    select mode
    from organisations
    where org_id = ${orgId}`
  if (organisation?.mode !== 'test') {
    const message = 'There is no real device to sign with yet. A sandbox has a simulated one.'
    throw new ApiError('state_conflict', { param: 'kind', message })
  }
  await tx`
    insert into fiscal_settings as f (org_id, kind, device, serial, simulated_outage, signed_from, created_at, changed_at)
    values (${orgId}, ${kind}, 'simulated', ${simulatedSerial(orgId, kind)}, ${isOut}, ${now}, ${now}, ${now})
    on conflict (org_id) do update
    set kind = excluded.kind, serial = excluded.serial, simulated_outage = excluded.simulated_outage, changed_at = excluded.changed_at,
      signed_from = case when f.kind = excluded.kind then f.signed_from else excluded.signed_from end`
}
