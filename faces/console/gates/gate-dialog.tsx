import type { Gate } from '@grandstand/sdk'
import { api } from '../parts/api.ts'
import type { FormDescription } from '../parts/form/description.ts'
import { FormDialog } from '../parts/form/form.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'

/** The name of a gate, and the way to it that stewards at another one say. */
export function GateDialog({ gate, onClose, onDone }: { gate: Gate; onClose(): void; onDone(): void }) {
  const form: FormDescription = {
    parts: [
      { kind: 'text', name: 'name', label: common.name, value: gate.name, required: true, maxLength: 100 },
      {
        kind: 'text',
        name: 'directions',
        label: words.howToFindIt,
        hint: words.scannersShowItWhenSomebody,
        optional: common.optional,
        value: gate.directions,
        maxLength: 200,
      },
    ],
    submit: async (filled) => {
      const directions = filled.optional('directions') ?? null
      await api.venues.changeGate(gate.gate_id, { name: filled.text('name'), directions })
      onDone()
    },
    verb: common.save,
  }
  return <FormDialog title={gate.name} form={form} onClose={onClose} />
}
