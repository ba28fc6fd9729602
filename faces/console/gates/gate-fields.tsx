import type { Gate } from '@grandstand/sdk'
import { CheckField } from '../../kit/field.tsx'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { words } from '../words/gates.ts'
import styles from './gates.module.css'

export type Ground = { name: string; gates: Gate[] }

const VENUES = 20
const GATES = 100

/** The gates that a scanner can be bound to, ground by ground. */
export async function loadGates(): Promise<Ground[]> {
  const venues = await api.venues.list({ limit: VENUES }).page()
  const grounds = await Promise.all(
    venues.data.map(async ({ venue_id, name }) => {
      const { data } = await api.venues.listGates(venue_id, { limit: GATES }).page()
      return { name, gates: data.filter(({ status }) => status === 'active') }
    }),
  )
  return grounds.filter(({ gates }) => gates.length > 0)
}

const fieldOf = ({ gate_id }: Gate) => `gate-${gate_id}`

/** The gates that were ticked. */
export const tickedGates = (grounds: Ground[], isTicked: (name: string) => boolean): number[] =>
  grounds.flatMap(({ gates }) => gates.filter((gate) => isTicked(fieldOf(gate))).map(({ gate_id }) => gate_id))

/** Where it may scan; without a tick, everywhere. */
export function GateFields({ grounds, gateIds }: { grounds: Ground[]; gateIds: readonly number[] }) {
  return (
    <>
      {grounds.length > 0 && <p>{words.itScansAtTheGates}</p>}
      <div class={styles.grounds}>
        {grounds.map(({ name, gates }) => (
          <fieldset key={name} class={form.group}>
            <legend>{name}</legend>
            {gates.map((gate) => (
              <CheckField
                key={gate.gate_id}
                name={fieldOf(gate)}
                label={gate.name}
                defaultChecked={gateIds.includes(gate.gate_id)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </>
  )
}
