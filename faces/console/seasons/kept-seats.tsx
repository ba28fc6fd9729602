import type { Season, SeasonSeat } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { eventTime } from '../parts/format.ts'
import lists from '../parts/list/list.module.css'
import { Sheet } from '../parts/page.tsx'
import { seatLabel } from '../parts/place.ts'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { momentOf, wallTime } from '../parts/zone-time.ts'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'

type SheetProps = { season: Season; onChanged(season: Season): void }

const ROWS = 100
const ROWS_MAX = 500

/** Seats that are kept for the holders of the season before, with the time of each, and what staff can do about them. */
export function KeptSeats({ season, onChanged }: SheetProps) {
  const { whyNot } = useConsole()
  const [limit, setLimit] = useState(ROWS)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [extending, setExtending] = useState<number[] | undefined>()
  const keptSeats = useLoad(
    () => api.seasons.listSeats(season.season_id, { status: 'kept', limit }).page(),
    [season, limit],
  )
  const mayChange = whyNot('programme:manage') === undefined && season.status === 'active'
  const choose = (memberId: number) => {
    const next = new Set(chosen)
    if (!next.delete(memberId)) next.add(memberId)
    setChosen(next)
  }
  const done = (changed: Season) => {
    setExtending(undefined)
    setChosen(new Set())
    onChanged(changed)
    toast(common.saved)
  }
  const decline = async (memberId: number) => onChanged(await api.seasons.declineKeptSeat(season.season_id, memberId))
  return (
    <Sheet
      title={words.keptSeats}
      about={
        mayChange && (
          <>
            {chosen.size > 0 && (
              <Button onClick={() => setExtending([...chosen])}>{words.keepSomeLonger({ count: chosen.size })}</Button>
            )}
            <Button onClick={() => setExtending([])}>{words.keepAllLonger}</Button>
          </>
        )
      }
    >
      <p>{words.aboutKept}</p>
      {keptSeats.error !== undefined && <TroubleNotice error={keptSeats.error} onRetry={keptSeats.reload} />}
      {keptSeats.data?.data.length === 0 && <p>{words.noneKept}</p>}
      {keptSeats.data && keptSeats.data.data.length > 0 && (
        <div class={lists.scroll}>
          <Table
            stacks
            caption={words.keptSeats}
            rows={keptSeats.data.data}
            keyOf={({ seat_id }) => seat_id}
            columns={keptColumns({ chosen, choose, decline, mayChange })}
          />
        </div>
      )}
      {keptSeats.data?.has_more && limit < ROWS_MAX && <Button onClick={() => setLimit(ROWS_MAX)}>{words.more}</Button>}
      {extending && (
        <LongerDialog {...{ season, done }} memberIds={extending} onClose={() => setExtending(undefined)} />
      )}
    </Sheet>
  )
}

type Choosing = {
  chosen: ReadonlySet<number>
  choose(memberId: number): void
  decline(memberId: number): Promise<void>
  mayChange: boolean
}

function keptColumns({ chosen, choose, decline, mayChange }: Choosing) {
  const nameOf = ({ first_name, last_name, member_number }: SeasonSeat) =>
    [first_name, last_name].filter((part) => part !== null).join(' ') || (member_number ?? '')
  const member = {
    title: common.member,
    cell: (row: SeasonSeat) => (
      <>
        {mayChange && row.membership_member_id !== null && (
          <input
            type="checkbox"
            aria-label={words.chooseMember({ name: nameOf(row) })}
            checked={chosen.has(row.membership_member_id)}
            onChange={() => row.membership_member_id !== null && choose(row.membership_member_id)}
          />
        )}{' '}
        {row.membership_member_id === null ? (
          nameOf(row)
        ) : (
          <a href={routes.member(row.membership_member_id)}>{nameOf(row)}</a>
        )}
      </>
    ),
  }
  const rest = [
    { title: common.seat, cell: (seat: SeasonSeat) => seatLabel(seat) },
    {
      title: words.keptUntil,
      cell: ({ kept_until_unix }: SeasonSeat) => (kept_until_unix === null ? '' : <KeptUntil unix={kept_until_unix} />),
    },
  ]
  if (!mayChange) return [member, ...rest]
  const actions = {
    title: common.action,
    align: 'end' as const,
    cell: (row: SeasonSeat) =>
      row.membership_member_id !== null && (
        <ConfirmButton
          label={words.declineSeat}
          title={words.declineTitle({ name: nameOf(row) })}
          verb={words.declineVerb}
          act={() => (row.membership_member_id === null ? Promise.resolve() : decline(row.membership_member_id))}
        >
          {words.declineText}
        </ConfirmButton>
      ),
  }
  return [member, ...rest, actions]
}

function KeptUntil({ unix }: { unix: number }) {
  const { organisation } = useConsole()
  return <>{eventTime(unix, organisation.timezone)}</>
}

type LongerProps = { season: Season; memberIds: number[]; done(season: Season): void; onClose(): void }
function LongerDialog({ season, memberIds, done, onClose }: LongerProps) {
  const { organisation } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const until = momentOf(filled.text('kept_until'), organisation.timezone)
    done(
      memberIds.length === 0
        ? await api.seasons.change(season.season_id, { seats_kept_until_unix: until })
        : await api.seasons.extendKeptSeats(season.season_id, {
            membership_member_ids: memberIds,
            kept_until_unix: until,
          }),
    )
  })
  const problems = fieldErrors(error)
  const problem = problems.kept_until_unix ?? problems.seats_kept_until_unix
  return (
    <Dialog open title={words.keepLongerTitle} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && problem === undefined && <TroubleNotice error={error} />}
        <p>{memberIds.length === 0 ? words.longerForAll : words.longerForSome({ count: memberIds.length })}</p>
        <Field
          name="kept_until"
          label={words.keptUntil}
          type="datetime-local"
          required
          defaultValue={
            season.seats_kept_until_unix === null ? '' : wallTime(season.seats_kept_until_unix, organisation.timezone)
          }
          error={problem}
        />
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
