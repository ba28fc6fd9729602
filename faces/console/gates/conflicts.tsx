import type { ScanConflict, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import type { Column } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import { clockTime } from '../parts/format.ts'
import { ListTable, useListPage } from '../parts/list/list-table.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { stateTitle } from '../parts/state-title.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import { outcomeOf, placeOf, reasonOf } from './gate-words.ts'
import { SettleDialog } from './settle-dialog.tsx'

type Status = 'open' | 'resolved' | 'withdrawn'
const TONES = { open: 'flare', resolved: 'good', withdrawn: 'quiet' } as const

/** Includes the name of the staff member and the time. */
const cameOfIt = ({ outcome, resolution, resolved_by, holder }: ScanConflict): string =>
  [outcome && outcomeOf(outcome, holder), resolution, resolved_by].filter(Boolean).join('. ')

/** What two gates let in, or one that had no network: a supervisor looks into it and writes what came of it. */
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
  const { run, isBusy, error } = useAction()
  const reopen = ({ scan_conflict_id }: ScanConflict) =>
    run(async () => {
      await api.gates.reopenScanConflict(scan_conflict_id)
      list.reload()
    })
  const at = ({ gate, device, steward, scanned_at, offline }: ScanConflict['second']) =>
    [gate, clockTime(scanned_at, event.timezone), device, steward, offline && words.withoutANetwork]
      .filter(Boolean)
      .join(', ')
  const columns: Column<ScanConflict>[] = [
    { title: common.what, cell: ({ reason }) => reasonOf(reason), text: ({ reason }) => reason },
    {
      title: common.who,
      cell: ({ holder }) => (
        <>
          <strong>{holder.name ?? words.noName}</strong> {placeOf(holder)}
        </>
      ),
      text: ({ holder }) => [holder.name, placeOf(holder)].filter(Boolean).join(', '),
    },
    {
      title: words.first,
      isMinor: true,
      cell: ({ first }) => (first === null ? '' : at(first)),
      text: ({ first }) => first && at(first),
    },
    { title: words.afterwards, isMinor: true, cell: ({ second }) => at(second), text: ({ second }) => at(second) },
    {
      title: common.state,
      cell: (conflict) => <Tag tone={TONES[conflict.status as Status]}>{stateTitle(conflict.status)}</Tag>,
      text: (conflict) => conflict.status,
    },
    {
      title: words.whatCameOfIt,
      align: 'end',
      cell: (conflict) =>
        conflict.status === 'open' ? (
          <Button look="quiet" why={why} onClick={() => setChosen(conflict)}>
            {words.settle}
            <span class="visually-hidden"> {words.conflict({ scanConflictId: conflict.scan_conflict_id })}</span>
          </Button>
        ) : (
          <>
            {cameOfIt(conflict)}
            {conflict.status === 'resolved' && (
              <Button look="quiet" why={why} busy={isBusy} onClick={() => reopen(conflict)}>
                {words.openAgain}
                <span class="visually-hidden"> {words.conflict({ scanConflictId: conflict.scan_conflict_id })}</span>
              </Button>
            )}
          </>
        ),
      text: cameOfIt,
    },
  ]
  return (
    <Sheet
      flush
      title={words.conflicts}
      about={
        <SelectFilter
          name="status"
          label={common.state}
          options={[
            { value: '', label: words.everyState },
            ...Object.keys(TONES).map((value) => ({ value, label: stateTitle(value) })),
          ]}
        />
      }
    >
      {error !== undefined && <TroubleNotice error={error} />}
      <ListTable
        caption={words.conflictsAtTheGates}
        list={list}
        columns={columns}
        keyOf={({ scan_conflict_id }) => scan_conflict_id}
        empty={
          <Empty title={words.noConflicts}>
            <p>{words.aTicketThatTwoGates}</p>
          </Empty>
        }
      />
      {chosen && (
        <SettleDialog
          event={event}
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
