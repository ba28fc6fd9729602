import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { plainVatId } from '../../tickets/vat-checks/vat-id.ts'
import { DocumentSettings, selectSettings, settingsFields, toSettings } from './document-settings.ts'

const Body = Input(settingsFields)

export const replaceDocumentSettings: Operation = (app, deps) =>
  app.put(
    '/v1/manage/document_settings',
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'replaceDocumentSettings',
        summary: 'Replace who issues documents, and from when on',
        description:
          'Documents that are issued already stay as they are. Switched on, what is sold from then on gets them; what was sold before does not.',
        tags: ['Documents'],
        body: Body,
        response: { 200: DocumentSettings },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const [before] = await selectSettings(orgId, tx, true)
        const issuedFrom = body.issuing ? (before?.issued_from ?? now) : null
        const vatId = body.vat_id === null ? null : plainVatId(body.vat_id)
        await tx`
          insert into document_settings (org_id, issued_from, issuer_name, address_lines, postcode, city, country, vat_id, tax_number,
            register_number, recipient_hours, untaxed_reason, footer, changed_at)
          values (${orgId}, ${issuedFrom}, ${body.issuer_name}, ${body.address_lines}, ${body.postcode}, ${body.city}, ${body.country}, ${vatId},
            ${body.tax_number}, ${body.register_number}, ${body.recipient_hours}, ${body.untaxed_reason}, ${body.footer}, ${now})
          on conflict (org_id) do update
          set issued_from = excluded.issued_from, issuer_name = excluded.issuer_name, address_lines = excluded.address_lines,
            postcode = excluded.postcode, city = excluded.city, country = excluded.country, vat_id = excluded.vat_id,
            tax_number = excluded.tax_number, register_number = excluded.register_number, recipient_hours = excluded.recipient_hours,
            untaxed_reason = excluded.untaxed_reason, footer = excluded.footer, changed_at = excluded.changed_at`
        const [after] = await selectSettings(orgId, tx)
        if (!after) throw new ApiError('resource_missing')
        const entry = { action: 'document_settings.changed', objectType: 'organisation', objectId: orgId }
        await record(tx, deps.clock, request, {
          ...entry,
          before: before && toSettings(before),
          after: toSettings(after),
        })
        return toSettings(after)
      })
    },
  )
