import { Type } from 'typebox'
import { type Entry, record } from '../../access/audit/record.ts'
import { keyIdOf } from '../../access/principal.ts'
import { OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { deviceOf } from '../devices/device.ts'
import { scanResults } from '../scans/gate-scan.ts'
import { RefusedRow } from './judge-rows.ts'
import { PassageOrNull } from './passages.ts'
import { takeUpload } from './take-upload.ts'
import { UploadBody } from './upload-body.ts'

const Reply = Type.Object(
  {
    clock_skew_ms: Type.Integer({ description: 'how far the device’s clock is ahead of ours' }),
    scans: Type.Array(
      Type.Object({
        nonce: Type.String(),
        scan_id: Type.Integer(),
        result: OneOf(scanResults, { description: 'as it is in the log' }),
        repeated: Type.Boolean({ description: 'it had been uploaded before' }),
        nonce_reused: Type.Boolean({
          description:
            'another scan of the device has its nonce: recorded all the same, and an alarm for the supervisor',
        }),
        passage: PassageOrNull('on record, where the scan came with one; the first report counts'),
      }),
    ),
    refused: Type.Array(RefusedRow, {
      description: 'rows that are not in the log: set them aside, and send the others no more',
    }),
  },
  { title: 'UploadedScans' },
)

export const uploadScans: Operation = (app, deps) =>
  app.post(
    '/v1/gate/scans/batch',
    {
      config: { scope: 'gate:scan', rowsIn: 'scans' },
      schema: {
        operationId: 'uploadScans',
        summary: 'Upload what was scanned offline',
        description:
          'In any order, in any pieces, as often as you like: the end is the same. A second admission of one ticket becomes a scan conflict, and so does one that the rules would have refused. A row that cannot be recorded is in `refused` with its problem, and keeps no other row waiting.',
        tags: ['Gates'],
        body: UploadBody,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const deviceId = await deviceOf(orgId, tx, deps.clock, keyIdOf(principal))
        const audit = (entry: Entry) => record(tx, deps.clock, request, entry)
        return takeUpload({ orgId, tx, clocks: deps, seal: deps.seal, deviceId, audit }, body, request.rowProblems)
      })
    },
  )
