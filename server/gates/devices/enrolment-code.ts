import type { ChangeContext } from '../../resources/change-row.ts'
import { qrSvg } from '../../tickets/tickets/qr-code.ts'
import type { Device } from './device.ts'
import { ENROLMENT_MS, enrolmentCode, enrolmentHash } from './enrol-device.ts'

/** The code itself is in the answer and nowhere else. */
export function newCode({ orgId, tx, systemClock }: ChangeContext) {
  const code = enrolmentCode(orgId)
  const digest = enrolmentHash(code).toString('hex')
  return {
    code,
    columns: {
      enrolment_code_hash: tx`decode(${digest}, 'hex')`,
      enrolment_expires_at: new Date(systemClock().getTime() + ENROLMENT_MS),
    },
  }
}

export const withCode = async (publicUrl: string, device: Device, code: string) => {
  const url = `${publicUrl}/scan/#enrol=${code}`
  return {
    device_id: device.device_id,
    name: device.name,
    status: device.status,
    gate_ids: device.gate_ids,
    key_id: device.key_id,
    enrolled_at: device.enrolled_at,
    enrolment_expires_at: device.enrolment_expires_at,
    last_seen_at: device.last_seen_at,
    clock_skew_ms: device.clock_skew_ms,
    battery_percent: device.battery_percent,
    scans_waiting: device.scans_waiting,
    scans_aside: device.scans_aside,
    waiting_seconds: device.waiting_seconds,
    list_as_of: device.list_as_of,
    storage_percent: device.storage_percent,
    gate_id: device.gate_id,
    steward: device.steward,
    program_version: device.program_version,
    reported_at: device.reported_at,
    nonces_reused: device.nonces_reused,
    nonce_reused_at: device.nonce_reused_at,
    alarms: device.alarms,
    revoked_at: device.revoked_at,
    lost: device.lost,
    created_at: device.created_at,
    enrolment_code: code,
    enrolment_url: url,
    enrolment_qr_svg: await qrSvg(url),
  }
}
