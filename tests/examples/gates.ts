import { sealFor } from '../../faces/scan/seal-code.ts'
import { DeviceRow } from '../../server/gates/devices/device.ts'
import { GateCounts } from '../../server/gates/live/live-figures.ts'
import { GateEventRow } from '../../server/gates/manifest/manifest-event.ts'
import { ManifestMemberRow } from '../../server/gates/manifest/manifest-members.ts'
import { ManifestTicketRow } from '../../server/gates/manifest/manifest-tickets.ts'
import { SubjectGroup } from '../../server/gates/occupancy/occupancy.ts'
import { CountingDeviceRow, CountingEventRow } from '../../server/gates/occupancy/unsent.ts'
import { PaperEventRow, PaperMemberRow, PaperTicketRow } from '../../server/gates/paper-list/read-paper-list.ts'
import { LogRow } from '../../server/gates/scan-log/admission-log.ts'
import { RecordedScanRow } from '../../server/gates/scan-log/merge-scans.ts'
import { PassageRow } from '../../server/gates/scan-log/passages.ts'
import { ScanConflictRow } from '../../server/gates/scan-log/scan-conflict.ts'
import { ScanRow } from '../../server/gates/scans/gate-scan.ts'
import { MemberHolderRow, TicketHolderRow } from '../../server/gates/scans/holders.ts'
import { ScanSiteRow } from '../../server/gates/scans/scan-site.ts'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { addDevice, addGateWithDevice, addScan } from '../builders/gates.ts'
import { addMember } from '../builders/members.ts'
import { addMembershipType } from '../builders/membership-catalogue.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { addRow, NOTHING, unique } from '../builders/rows.ts'
import { addGate, addVenue } from '../builders/venues.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

const aDevice = async (house: House, tenant: Tenant): Promise<Example> => ({
  params: { device_id: await addDevice(house, tenant) },
  ids: { 'params.device_id': NOTHING },
})

const aGate = async (house: House, tenant: Tenant): Promise<Example> => ({
  params: { gate_id: await addGate(house, tenant, await addVenue(house, tenant)) },
  ids: { 'params.gate_id': NOTHING },
})

const codeOf = async (house: House, tenant: Tenant): Promise<string> => {
  const { body } = await house.call('POST', '/v1/manage/devices', { key: tenant.key, body: { name: 'Scanner' } })
  return body.enrolment_code
}

/** A ticket at a gate, for an event that is about to begin. */
async function atGate(house: House, tenant: Tenant) {
  const event = { starts_at: new Date(house.clock().getTime() + 3_600_000) }
  const offer = await addOffer(house, tenant, { event })
  const gate = await addGateWithDevice(house, tenant)
  const { ticketId, barcode } = await addOrder(house, tenant, offer)
  return { event_id: offer.eventId, gate, ticket_id: ticketId, barcode }
}

async function newScan(house: House, tenant: Tenant): Promise<Example> {
  const { event_id, gate, barcode } = await atGate(house, tenant)
  const body = { event_id, gate_id: gate.gate_id, barcode, direction: 'entry', nonce: unique('nonce'), scanned_at: 1.5 }
  return {
    body,
    otherBody: { ...body, nonce: unique('nonce') },
    ids: { 'body.event_id': NOTHING, 'body.gate_id': NOTHING },
  }
}

/** What a phone could not upload before it was revoked. */
async function aSealedUpload(house: House, tenant: Tenant) {
  const { event_id, gate, barcode } = await atGate(house, tenant)
  const { body: enrolled } = await house.call('POST', '/v1/gate/enrol', { body: { code: await codeOf(house, tenant) } })
  const { device_id, secret: key } = enrolled
  const { body: manifest } = await house.call('GET', `/v1/gate/events/${event_id}/manifest`, { key })
  const device_time = house.clock().getTime() / 1000
  await house.call('POST', `/v1/manage/devices/${device_id}/revoke`, { key: tenant.key, body: {} })
  const scan = { event_id, gate_id: gate.gate_id, barcode, direction: 'entry', result: 'admitted' }
  const scans = [{ ...scan, nonce: unique('nonce'), scanned_at: device_time - 10 }]
  const sealed = await sealFor(manifest.code_key, ['scans', device_id], JSON.stringify({ key, scans }))
  return { org_id: tenant.orgId, device_id, event_id, device_time, sealed }
}

/** The same ticket twice, as two gates without a network would admit it, and an unknown barcode. */
async function newUpload(house: House, tenant: Tenant): Promise<Example> {
  const { event_id, gate, barcode } = await atGate(house, tenant)
  const device_time = unixSeconds(house.clock())
  const scan = { event_id, gate_id: gate.gate_id, barcode, direction: 'entry', result: 'admitted' }
  const admitted = [10, 20].map((ago) => ({ ...scan, nonce: unique('nonce'), scanned_at: device_time - ago }))
  const unknown = {
    ...scan,
    barcode: unique('nobody'),
    result: 'unknown',
    nonce: unique('nonce'),
    scanned_at: device_time,
  }
  const scans = [...admitted, unknown]
  return {
    body: { device_time, scans },
    otherBody: { device_time: device_time + 1, scans },
    // It answers row by row and records the good ones, so that its own test compares an id of another organisation with none.
    notIds: scans.flatMap((_, row) => [`body.scans.${row}.event_id`, `body.scans.${row}.gate_id`]),
  }
}

async function addConflict(house: House, tenant: Tenant) {
  const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
  const first_scan_id = await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
  const second_scan_id = await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
  const columns = { event_id, first_scan_id, second_scan_id }
  const id = await addRow(house, tenant, 'scan_conflicts', 'scan_conflict_id', columns)
  return { event_id, scan_conflict_id: id }
}

const aConflict = async (house: House, tenant: Tenant): Promise<Example> => ({
  params: { scan_conflict_id: (await addConflict(house, tenant)).scan_conflict_id },
  ids: { 'params.scan_conflict_id': NOTHING },
})

export const gateExamples: Record<string, OperationExample> = {
  enrolDevice: {
    make: async (house, tenant) => ({
      body: { code: await codeOf(house, tenant) },
      otherBody: { code: await codeOf(house, tenant) },
    }),
  },
  retrieveGateDevice: {},
  sampleClock: {
    make: async () => {
      const report = { program_version: 'AB12CD34', battery_percent: 80, scans_waiting: 0 }
      return { body: { device_time: 1.25, ...report }, otherBody: { device_time: 2 } }
    },
  },
  listGateEvents: {
    rows: [GateEventRow],
    make: async (house, tenant) => {
      await addOffer(house, tenant)
      return {}
    },
  },
  retrieveManifest: {
    rows: [GateEventRow, ManifestTicketRow, ManifestMemberRow],
    make: async (house, tenant) => {
      const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
      await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
      await addMember(house, tenant)
      return { params: { event_id }, filters: { since: 1 }, ids: { 'params.event_id': NOTHING } }
    },
  },
  retrieveWhitelist: {
    rows: [GateEventRow, ManifestTicketRow, ManifestMemberRow],
    make: async (house, tenant) => {
      const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
      await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
      await addMember(house, tenant)
      const path = `/v1/gate/events/${event_id}/whitelist`
      const { body } = await house.call('GET', path, { key: tenant.key })
      const filters = { codes: 'hash', cursor: body.next_cursor }
      return { params: { event_id }, filters, ids: { 'params.event_id': NOTHING } }
    },
  },
  createScan: { rows: [ScanSiteRow, TicketHolderRow], make: newScan },
  uploadScans: {
    rows: [ScanRow, TicketHolderRow, MemberHolderRow, LogRow, ScanConflictRow, RecordedScanRow],
    make: newUpload,
  },
  uploadSealedScans: {
    make: async (house, tenant) => ({
      body: await aSealedUpload(house, tenant),
      otherBody: await aSealedUpload(house, tenant),
      // A caller who names others than those whose key is sealed is told that it does not open, and no more.
      notIds: ['body.org_id', 'body.device_id', 'body.event_id'],
    }),
  },
  annulScan: {
    rows: [ScanRow, TicketHolderRow, LogRow],
    make: async (house, tenant) => {
      const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
      const scan_id = await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
      return { params: { scan_id }, ids: { 'params.scan_id': NOTHING } }
    },
  },
  reportPassage: {
    rows: [ScanRow, PassageRow],
    make: async (house, tenant) => {
      const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
      const scan_id = await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
      return {
        params: { scan_id },
        body: { passage: 'passed', followers: 1 },
        otherBody: { passage: 'not_passed' },
        ids: { 'params.scan_id': NOTHING },
      }
    },
  },
  listDevices: {
    rows: [DeviceRow],
    make: async (house, tenant) => {
      for (let devices = 0; devices < 2; devices += 1) await addDevice(house, tenant)
      const first = await house.call('GET', '/v1/manage/devices?limit=1', { key: tenant.key })
      return { filters: { limit: 1, cursor: first.body.next_cursor } }
    },
  },
  createDevice: {
    rows: [DeviceRow],
    make: async (house, tenant) => {
      const body = { name: 'North', gate_ids: [await addGate(house, tenant, await addVenue(house, tenant))] }
      return { body, otherBody: { ...body, name: 'South' }, ids: { 'body.gate_ids.0': NOTHING } }
    },
  },
  retrieveDevice: { rows: [DeviceRow], make: aDevice },
  changeDevice: {
    rows: [DeviceRow],
    make: async (house, tenant) => {
      const { ids, ...example } = await aDevice(house, tenant)
      const body = { name: 'North', gate_ids: [await addGate(house, tenant, await addVenue(house, tenant))] }
      return { ...example, body, otherBody: { name: 'South' }, ids: { ...ids, 'body.gate_ids.0': NOTHING } }
    },
  },
  revokeDevice: {
    rows: [DeviceRow],
    make: async (house, tenant) => ({ ...(await aDevice(house, tenant)), body: { lost: true }, otherBody: {} }),
  },
  createEnrolmentCode: { rows: [DeviceRow], make: aDevice },
  listScanConflicts: {
    rows: [ScanConflictRow],
    make: async (house, tenant) => {
      await addConflict(house, tenant)
      const { event_id } = await addConflict(house, tenant)
      const first = await house.call('GET', '/v1/manage/scan_conflicts?limit=1', { key: tenant.key })
      const filters = { event_id, status: 'open', limit: 1 }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: { 'filters.event_id': NOTHING },
      }
    },
  },
  retrieveScanConflict: { rows: [ScanConflictRow], make: aConflict },
  resolveScanConflict: {
    rows: [ScanConflictRow],
    make: async (house, tenant) => ({
      ...(await aConflict(house, tenant)),
      body: { resolution: 'A screenshot; the second fan left.', resolved_by: 'Ada' },
      otherBody: { resolution: 'The same person.', resolved_by: 'Ada' },
    }),
  },
  findDevice: {
    rows: [DeviceRow],
    make: async (house, tenant) => {
      const { params, ids } = await aDevice(house, tenant)
      const path = `/v1/manage/devices/${params?.device_id}/revoke`
      await house.call('POST', path, { key: tenant.key, body: { lost: true } })
      return { params: params ?? {}, ids: ids ?? {} }
    },
  },
  reopenScanConflict: {
    rows: [ScanConflictRow],
    make: async (house, tenant) => {
      const { params, ids } = await aConflict(house, tenant)
      const body = { outcome: 'passed_on', resolved_by: 'Ada' }
      const path = `/v1/manage/scan_conflicts/${params?.scan_conflict_id}/resolve`
      await house.call('POST', path, { key: tenant.key, body })
      return { params: params ?? {}, ids: ids ?? {} }
    },
  },
  closeGate: { make: aGate },
  openGate: { make: aGate },
  retrieveSupervisorCode: {
    make: async (house, tenant) => ({
      params: { event_id: (await addOffer(house, tenant)).eventId },
      ids: { 'params.event_id': NOTHING },
    }),
  },
  checkSupervisorCode: {
    make: async (house, tenant) => ({
      params: { event_id: (await addOffer(house, tenant)).eventId },
      body: { code: '1234566' },
      otherBody: { code: '7654328' },
      ids: { 'params.event_id': NOTHING },
    }),
  },
  createStewardMessage: {
    make: async (house, tenant) => ({
      params: { event_id: (await addOffer(house, tenant)).eventId },
      body: { text: 'South is full: send them north.' },
      otherBody: { text: 'Both gates are open.' },
      ids: { 'params.event_id': NOTHING },
    }),
  },
  retrievePaperList: {
    rows: [PaperEventRow, PaperTicketRow, ManifestMemberRow, PaperMemberRow],
    besides: ['scans:read'],
    make: async (house, tenant) => {
      const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
      await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
      const membership_type_id = await addMembershipType(house, tenant, { game_day_access: true })
      await addMember(house, tenant, { membership_type_id, membership_member_status_id: 1 })
      const filters = { by: 'stand', gate_id: gate.gate_id, stand: 'South' }
      const ids = { 'params.event_id': NOTHING, 'filters.gate_id': NOTHING }
      return { params: { event_id }, filters, ids }
    },
  },
  recallStewardMessage: {
    make: async (house, tenant) => {
      const { eventId } = await addOffer(house, tenant)
      const path = `/v1/manage/events/${eventId}/steward_messages`
      const { body } = await house.call('POST', path, { key: tenant.key, body: { text: 'South is full.' } })
      return {
        params: { event_id: eventId, steward_message_id: body.steward_message_id },
        ids: { 'params.event_id': NOTHING, 'params.steward_message_id': NOTHING },
      }
    },
  },
  retrieveOccupancy: {
    rows: [SubjectGroup, CountingEventRow, CountingDeviceRow],
    make: async (house, tenant) => {
      const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
      await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
      return { params: { event_id }, ids: { 'params.event_id': NOTHING } }
    },
  },
  watchEvent: {
    rows: [GateCounts, SubjectGroup, CountingEventRow, CountingDeviceRow],
    make: async (house, tenant) => {
      const { event_id, gate, ticket_id, barcode } = await atGate(house, tenant)
      await addScan(house, tenant, gate, { event_id, ticket_id, barcode })
      return { params: { event_id }, query: { frames: 1 }, ids: { 'params.event_id': NOTHING } }
    },
  },
}
