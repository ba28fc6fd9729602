import { createDevice } from './devices/create-device.manage.ts'
import { createEnrolmentCode } from './devices/create-enrolment-code.manage.ts'
import { manageDevices } from './devices/devices.manage.ts'
import { enrolDevice } from './devices/enrol-device.ts'
import { findDevice } from './devices/find-device.manage.ts'
import { retrieveGateDevice } from './devices/retrieve-gate-device.ts'
import { revokeDevice } from './devices/revoke-device.manage.ts'
import { sampleClock } from './devices/sample-clock.ts'
import { watchEvent } from './live/watch-event.manage.ts'
import { listGateEvents } from './manifest/list-gate-events.ts'
import { retrieveManifest } from './manifest/retrieve-manifest.ts'
import { retrieveWhitelist } from './manifest/retrieve-whitelist.ts'
import { retrieveOccupancy } from './occupancy/retrieve-occupancy.manage.ts'
import { retrievePaperList } from './paper-list/retrieve-paper-list.manage.ts'
import { annulScan } from './scan-log/annul-scan.ts'
import { listEventScans } from './scan-log/list-event-scans.ts'
import { listScanConflicts } from './scan-log/list-scan-conflicts.manage.ts'
import { reopenScanConflict } from './scan-log/reopen-scan-conflict.manage.ts'
import { reportPassage } from './scan-log/report-passage.ts'
import { resolveScanConflict } from './scan-log/resolve-scan-conflict.manage.ts'
import { retrieveScanConflict } from './scan-log/retrieve-scan-conflict.manage.ts'
import { uploadScans } from './scan-log/upload-scans.ts'
import { uploadSealedScans } from './scan-log/upload-sealed-scans.ts'
import { createScan } from './scans/create-scan.ts'
import { createStewardMessage } from './steward-messages/create-steward-message.manage.ts'
import { recallStewardMessage } from './steward-messages/recall-steward-message.manage.ts'
import { checkSupervisorCode } from './supervision/check-supervisor-code.ts'
import { retrieveSupervisorCode } from './supervision/retrieve-supervisor-code.manage.ts'

export const gateOperations = [
  listEventScans,
  enrolDevice,
  retrieveGateDevice,
  sampleClock,
  listGateEvents,
  retrieveManifest,
  retrieveWhitelist,
  createScan,
  uploadScans,
  uploadSealedScans,
  annulScan,
  reportPassage,
  createDevice,
  createEnrolmentCode,
  ...manageDevices,
  revokeDevice,
  findDevice,
  listScanConflicts,
  retrieveScanConflict,
  resolveScanConflict,
  reopenScanConflict,
  watchEvent,
  retrieveOccupancy,
  retrieveSupervisorCode,
  checkSupervisorCode,
  createStewardMessage,
  recallStewardMessage,
  retrievePaperList,
]
