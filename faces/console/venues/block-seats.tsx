import type { Seat, SeatMapWithSections } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { CheckField, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import detail from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'
import styles from './venues.module.css'

const SeatDialog = lazy(() => import('./seat-dialog.tsx').then((file) => file.SeatDialog))

/** Section, then row, then seats: blocked, unblocked and described, one request a seat. */
export function BlockSeats({ map, onChanged }: { map: SeatMapWithSections; onChanged(): void }) {
  const [sectionId, setSectionId] = useState('')
  return (
    <Sheet title={words.blockSeats}>
      <p class={detail.muted}>{words.aboutBlocking}</p>
      <SelectField
        name="section"
        label={words.section}
        defaultValue=""
        onChange={({ currentTarget }) => setSectionId(currentTarget.value)}
        options={[
          { value: '', label: words.chooseSection },
          ...map.sections.map(({ seat_section_id, title, sub_section_title }) => ({
            value: String(seat_section_id),
            label: [title, sub_section_title].filter(Boolean).join(', '),
          })),
        ]}
      />
      {sectionId !== '' && (
        <SeatsOfSection key={sectionId} mapId={map.seat_map_id} sectionId={sectionId} onChanged={onChanged} />
      )}
    </Sheet>
  )
}

function SeatsOfSection({ mapId, sectionId, onChanged }: { mapId: number; sectionId: string; onChanged(): void }) {
  const [row, setRow] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [isChanging, setChanging] = useState(false)
  const action = useAction()
  const seats = useLoad(
    () => api.seatMaps.listSeats(mapId, { seat_section_id: Number(sectionId), limit: 500 }).all(),
    [mapId, sectionId],
  )
  if (seats.error !== undefined) return <TroubleNotice error={seats.error} onRetry={seats.reload} />
  if (!seats.data) return null
  const rows = Map.groupBy(seats.data, ({ row_position }) => String(row_position))
  const rowSeats = rows.get(row) ?? []
  const chosen = rowSeats.filter(({ seat_id }) => ticked.has(seat_id))
  const [toBlock, toUnblock] = [chosen.filter(isActive), chosen.filter((seat) => !isActive(seat))]
  const run = (some: Seat[], act: (seatId: number) => Promise<unknown>) =>
    action.run(async () => {
      try {
        for (const { seat_id } of some) await act(seat_id)
        toast(common.saved)
      } finally {
        setTicked(new Set())
        seats.reload()
        onChanged()
      }
    })
  return (
    <>
      <SelectField
        name="row"
        label={words.row}
        defaultValue=""
        onChange={({ currentTarget }) => {
          setRow(currentTarget.value)
          setTicked(new Set())
        }}
        options={[
          { value: '', label: words.chooseRow },
          ...[...rows].map(([position, [first]]) => ({ value: position, label: first?.seat_row ?? position })),
        ]}
      />
      <div class={styles.seats}>
        {rowSeats.map((seat) => (
          <CheckField
            // A seat that has changed begins unticked.
            key={`${seat.seat_id} ${seat.status} ${seat.flags.join()} ${seat.seat_gate}`}
            name="seat"
            label={words.seatLabel({ seat: seat.seat_title })}
            hint={
              isActive(seat) ? (
                [
                  seat.membership_member_id !== null && words.memberHasIt,
                  ...seat.flags.map((flag) => words.flags[flag]),
                ]
                  .filter(Boolean)
                  .join(', ')
              ) : (
                <Tag tone="flare">{words.blocked}</Tag>
              )
            }
            onChange={(isTicked) =>
              setTicked(isTicked ? ticked.union(new Set([seat.seat_id])) : ticked.difference(new Set([seat.seat_id])))
            }
          />
        ))}
      </div>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      {row !== '' && (
        <div class={form.actions}>
          <Button
            busy={action.isBusy}
            why={toBlock.length === 0 ? words.chooseSeats : undefined}
            onClick={() => run(toBlock, (seatId) => api.seatMaps.blockSeat(seatId))}
          >
            {words.blockVerb({ count: toBlock.length })}
          </Button>
          {toUnblock.length > 0 && (
            <Button busy={action.isBusy} onClick={() => run(toUnblock, (seatId) => api.seatMaps.unblockSeat(seatId))}>
              {words.unblockVerb({ count: toUnblock.length })}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button busy={action.isBusy} onClick={() => setChanging(true)}>
              {words.changeSeatsAsk({ count: chosen.length })}
            </Button>
          )}
        </div>
      )}
      {isChanging && (
        <ErrorBoundary>
          <SeatDialog
            seats={chosen}
            onClose={() => setChanging(false)}
            onDone={() => {
              setChanging(false)
              setTicked(new Set())
              seats.reload()
            }}
          />
        </ErrorBoundary>
      )}
    </>
  )
}

const isActive = ({ status }: Seat) => status === 'active'
