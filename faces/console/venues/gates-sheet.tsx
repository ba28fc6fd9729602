import type { Gate, Venue } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { GateDialog } from '../gates/gate-dialog.tsx'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'

/** The gates of a venue, added several at once, as they are on the signs. */
export function GatesSheet({ venue }: { venue: Venue }) {
  const { whyNot } = useConsole()
  const gates = useLoad(() => api.venues.listGates(venue.venue_id, { limit: 100 }).all(), [venue.venue_id])
  const [isAdding, setAdding] = useState(false)
  const [changed, setChanged] = useState<Gate | undefined>()
  const mayChange = whyNot('programme:manage') === undefined && venue.status === 'active'
  const rows = (gates.data ?? []).filter(({ status }) => status === 'active')
  const add = mayChange && <Button onClick={() => setAdding(true)}>{words.addGates}</Button>
  return (
    <Sheet flush title={words.gates} about={rows.length > 0 && add}>
      {gates.error !== undefined && <TroubleNotice error={gates.error} onRetry={gates.reload} />}
      {gates.data && rows.length === 0 && (
        <Empty title={words.noGates}>
          <p>{words.aboutGates}</p>
          {add}
        </Empty>
      )}
      {rows.length > 0 && (
        <Table
          caption={words.gates}
          rows={rows}
          keyOf={({ gate_id }) => gate_id}
          stacks
          columns={[
            {
              title: common.name,
              cell: ({ name, closed }) => (
                <>
                  {name} {closed && <Tag tone="flare">{words.closedNow}</Tag>}
                </>
              ),
            },
            { title: words.directions, cell: ({ directions }) => directions ?? '' },
            ...(mayChange
              ? [
                  {
                    title: common.action,
                    align: 'end' as const,
                    cell: (gate: Gate) => (
                      <GateButtons gate={gate} onChange={() => setChanged(gate)} onDone={gates.reload} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {isAdding && (
        <AddDialog
          venueId={venue.venue_id}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            gates.reload()
          }}
        />
      )}
      {changed && (
        <GateDialog
          gate={changed}
          onClose={() => setChanged(undefined)}
          onDone={() => {
            setChanged(undefined)
            gates.reload()
          }}
        />
      )}
    </Sheet>
  )
}

const GateButtons = ({ gate, onChange, onDone }: { gate: Gate; onChange(): void; onDone(): void }) => (
  <>
    <Button look="quiet" onClick={onChange}>
      {common.change}
      <span class="visually-hidden"> {gate.name}</span>
    </Button>
    <ConfirmButton
      label={common.archive}
      title={words.archiveQuestion({ name: gate.name })}
      verb={common.archive}
      act={async () => {
        await api.venues.archiveGate(gate.gate_id)
        onDone()
      }}
    >
      {words.archiveGateText}
    </ConfirmButton>
  </>
)

function AddDialog({ venueId, onClose, onDone }: { venueId: string; onClose(): void; onDone(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const names = filled
      .text('names')
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    for (const name of names) await api.venues.createGate(venueId, { name })
    toast(common.saved)
    onDone()
  })
  return (
    <Dialog open title={words.addGates} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <TextField name="names" label={words.gateNames} hint={words.gateNamesHint} rows={5} required />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
