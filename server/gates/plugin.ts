import { retrieveOf } from '../manage/operations.ts'
import type { Operation } from '../operation.ts'
import { annulScan } from './annul-scan.ts'
import { createDevice, createEnrolmentCode } from './create-device.ts'
import { createScan } from './create-scan.ts'
import { enrolDevice } from './enrol-device.ts'
import { retrieveGateDevice, sampleClock } from './gate-device.ts'
import { listEventScans } from './list-event-scans.ts'
import { listGateEvents } from './list-gate-events.ts'
import { listScanConflicts } from './list-scan-conflicts.ts'
import { manageDevices } from './manage-devices.ts'
import { resolveScanConflict } from './resolve-scan-conflict.ts'
import { retrieveManifest } from './retrieve-manifest.ts'
import { scanConflicts } from './scan-conflict.ts'
import { uploadScans } from './upload-scans.ts'
import { watchEvent } from './watch-event.ts'

export const gateOperations: Operation[] = [
  listEventScans,
  enrolDevice,
  retrieveGateDevice,
  sampleClock,
  listGateEvents,
  retrieveManifest,
  createScan,
  uploadScans,
  annulScan,
  createDevice,
  createEnrolmentCode,
  ...manageDevices,
  listScanConflicts,
  retrieveOf(scanConflicts),
  resolveScanConflict,
  watchEvent,
]
