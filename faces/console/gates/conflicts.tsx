import type { ScanConflict, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import type { Column } from '../../kit/table.tsx'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import form from '../parts/form.module.css'
import { clockTime } from '../parts/format.ts'
import { ListTable, useListPage } from '../parts/list/list-table.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useSubmit } from '../parts/use-submit.ts'
import { reasonOf } from './gate-words.ts'

type Status = 'open' | 'resolved' | 'withdrawn'
const TONES = { open: 'flare', resolved: 'good', withdrawn: 'quiet' } as const

/** What two gates let in, or one that had no network: somebody looks into it and writes what came of it. */
export function Conflicts({ event }: { event: TicketedEvent }) {
  const { whyNot } = useConsole()
  const { query } = useQuery()
  const status = (query.status || undefined) as Status | undefined
  const list = useListPage<ScanConflict>(
    (page) => api.gates.listScanConflicts({ ...page, event_id: event.event_id, status }).page(),
    [event.event_id, status],
  )
  const [chosen, setChosen] = useState<ScanConflict | undefined>()
  const why = whyNot('gates:manage')
  const at = ({ gate, device, scanned_at, offline }: ScanConflict['second']) =>
    `${gate}, ${clockTime(scanned_at, event.timezone)}, ${device}${offline ? ', without a network' : ''}`
  const columns: Column<ScanConflict>[] = [
    { title: 'What', cell: ({ reason }) => reasonOf(reason), text: ({ reason }) => reason },
    {
      title: 'First',
      isMinor: true,
      cell: ({ first }) => (first === null ? '' : at(first)),
      text: ({ first }) => first && at(first),
    },
    { title: 'Then', cell: ({ second }) => at(second), text: ({ second }) => at(second) },
    {
      title: 'State',
      cell: (conflict) => <Tag tone={TONES[conflict.status as Status]}>{conflict.status}</Tag>,
      text: (conflict) => conflict.status,
    },
    {
      title: 'What came of it',
      align: 'end',
      cell: (conflict) =>
        conflict.status === 'open' ? (
          <Button look="quiet" why={why} onClick={() => setChosen(conflict)}>
            Settle<span class="visually-hidden"> conflict {conflict.scan_conflict_id}</span>
          </Button>
        ) : (
          conflict.resolution
        ),
      text: (conflict) => conflict.resolution,
    },
  ]
  return (
    <Sheet
      flush
      title="Conflicts"
      about={
        <SelectFilter
          name="status"
          label="State"
          options={[
            { value: '', label: 'Every state' },
            ...Object.keys(TONES).map((value) => ({ value, label: value })),
          ]}
        />
      }
    >
      <ListTable
        caption="Conflicts at the gates"
        list={list}
        columns={columns}
        keyOf={({ scan_conflict_id }) => scan_conflict_id}
        empty={
          <Empty title="No conflicts">
            <p>
              A ticket that two gates let in, or one that a scanner without a network should have refused, stands here.
            </p>
          </Empty>
        }
      />
      {chosen && (
        <SettleDialog
          conflict={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            list.reload()
          }}
        />
      )}
    </Sheet>
  )
}

function SettleDialog({ conflict, onClose, onDone }: { conflict: ScanConflict; onClose(): void; onDone(): void }) {
  const { person } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const resolution = filled.text('resolution')
    await api.gates.resolveScanConflict(conflict.scan_conflict_id, { resolution, resolved_by: person.name })
    onDone()
  })
  return (
    <Dialog open title={reasonOf(conflict.reason)} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <p>Neither scan changes. What you write stays with both, and with your name.</p>
        <Field name="resolution" label="What came of it" required autofocus maxLength={1000} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            Settle it
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
