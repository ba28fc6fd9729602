import type { Device } from '@grandstand/sdk'
import { alarmKinds } from '../../server/gates/rules/alarms.ts'

export type GateOfBoard = { gate_id: number; gate: string }
export type Group = { gateId: number | null; gate: string; devices: Device[] }

type Ranked = Pick<Device, 'alarms'>

/** The worse, the smaller; of two that are silent, the one that has been so for longer. */
const rankOf = ({ alarms }: Ranked): number => {
  const [worst] = alarms
  return worst === undefined ? alarmKinds.length : alarmKinds.indexOf(worst as (typeof alarmKinds)[number])
}

/** A turnstile may never report, and is heard all the same. */
export const heardAt = ({ reported_at, last_seen_at }: Pick<Device, 'reported_at' | 'last_seen_at'>) =>
  Math.max(reported_at ?? 0, last_seen_at ?? 0)

/** Where it says that it stands, or where alone it may. */
const gateOf = ({ gate_id, gate_ids }: Pick<Device, 'gate_id' | 'gate_ids'>) =>
  gate_id ?? (gate_ids.length === 1 ? (gate_ids[0] ?? null) : null)

const worstFirst = (a: Device, b: Device) =>
  rankOf(a) - rankOf(b) ||
  b.alarms.length - a.alarms.length ||
  (rankOf(a) === 0 ? heardAt(a) - heardAt(b) : a.name.localeCompare(b.name))

const IN_USE_S = 12 * 3_600

/** Whether it is one of this event: bound to one of its gates, or scanning at one, or at none and heard today. */
export function isOfEvent(device: Device, gates: readonly GateOfBoard[], now: number): boolean {
  const { gate_ids, gate_id, status } = device
  const isHere = (gateId: number) => gates.some((gate) => gate.gate_id === gateId)
  if (gate_ids.length > 0) return gate_ids.some(isHere)
  if (gate_id !== null) return isHere(gate_id)
  return status !== 'pending' && heardAt(device) > now / 1000 - IN_USE_S
}

/** Scanners by the gate where they stand, the gate with the worst alarm first; those whose gate is unknown come last. */
export function byGate(devices: readonly Device[], gates: readonly GateOfBoard[]): Group[] {
  const shown = devices
    .filter(({ status, alarms, lost }) => status === 'enrolled' || alarms.length > 0 || lost)
    .toSorted(worstFirst)
  const nameOf = new Map(gates.map(({ gate_id, gate }) => [gate_id, gate]))
  const groups = Map.groupBy(shown, (device) => {
    const gateId = gateOf(device)
    return gateId !== null && nameOf.has(gateId) ? gateId : null
  })
  // Groups come in the order of their worst scanner already.
  return [...groups].map(([gateId, own]) => ({
    gateId,
    gate: gateId === null ? '' : (nameOf.get(gateId) ?? ''),
    devices: own,
  }))
}
