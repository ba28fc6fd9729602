import { type Static, Type } from 'typebox'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import { PreciseSeconds } from '../devices/device-clock.ts'
import { letThroughResults, refusals } from '../rules/facts.ts'
import { scanFields } from '../scans/create-scan.ts'
import { Followers, Passage } from './passages.ts'

/** A body of 256 KiB holds so many signed barcodes. */
export const BATCH_MAX = 500

export const UploadBody = Input({
  device_time: PreciseSeconds({
    description: 'Unix seconds on the device’s clock as it sends this; puts the others right',
  }),
  scans: Type.Array(
    Input({
      ...scanFields,
      scanned_at: PreciseSeconds({ description: 'Unix seconds on the device’s clock' }),
      result: OneOf([...letThroughResults, ...refusals], { description: 'what the fan was told; kept as it is' }),
      override_reason: Type.Optional(
        Text(200, { description: 'why a supervisor let them in: then it is no conflict' }),
      ),
      supervisor_code: Type.Optional(Text(20, { description: 'without the right one the reason counts for nothing' })),
      sealed_code: Type.Optional(Text(200, { description: 'in place of supervisor_code: sealed with code_key' })),
      passage: Type.Optional(Passage('of a scan that was let through; `not_passed` takes it back')),
      followers: Type.Optional(Followers()),
    }),
    { minItems: 1, maxItems: BATCH_MAX },
  ),
})

export type Upload = Static<typeof UploadBody>
export type UploadedScan = Upload['scans'][number]
