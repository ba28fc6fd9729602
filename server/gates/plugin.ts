import { createDevice, createEnrolmentCode, manageDevices } from './devices/devices.manage.ts'
import { enrolDevice } from './devices/enrol-device.ts'
import { retrieveGateDevice, sampleClock } from './devices/gate-device.ts'
import { watchEvent } from './live/watch-event.manage.ts'
import { listGateEvents } from './manifest/list-gate-events.ts'
import { retrieveManifest } from './manifest/retrieve-manifest.ts'
import { annulScan } from './scan-log/annul-scan.ts'
import { listEventScans } from './scan-log/list-event-scans.ts'
import { listScanConflicts, resolveScanConflict, retrieveScanConflict } from './scan-log/scan-conflicts.manage.ts'
import { uploadScans } from './scan-log/upload-scans.ts'
import { createScan } from './scans/create-scan.ts'
import { checkSupervisorCode } from './supervision/check-code.ts'
import { createStewardMessage, retrieveSupervisorCode } from './supervision/supervision.manage.ts'

export const gateOperations = [
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
  retrieveSupervisorCode,
  checkSupervisorCode,
  createStewardMessage,
]
