import type { Operation } from '../operation.ts'
import { annulScan } from './annul-scan.ts'
import { createDevice, createEnrolmentCode } from './create-device.manage.ts'
import { createScan } from './create-scan.ts'
import { manageDevices } from './devices.manage.ts'
import { enrolDevice } from './enrol-device.ts'
import { retrieveGateDevice, sampleClock } from './gate-device.ts'
import { listEventScans } from './list-event-scans.ts'
import { listGateEvents } from './list-gate-events.ts'
import { listScanConflicts, retrieveScanConflict } from './list-scan-conflicts.manage.ts'
import { resolveScanConflict } from './resolve-scan-conflict.manage.ts'
import { retrieveManifest } from './retrieve-manifest.ts'
import { uploadScans } from './upload-scans.ts'
import { watchEvent } from './watch-event.manage.ts'

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
  retrieveScanConflict,
  resolveScanConflict,
  watchEvent,
]
