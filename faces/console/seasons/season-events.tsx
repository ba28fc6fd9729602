import type { Season, SeasonEvent } from '@grandstand/sdk'
import { GrandstandError } from '@grandstand/sdk/console'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SelectField } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { count, eventTime } from '../parts/format.ts'
import lists from '../parts/list/list.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { seatLabel } from '../parts/place.ts'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'

type Changing = { season: Season; onChanged(season: Season): void }

/** The matches of a season: season seats are taken at each of them. */
export function SeasonEvents({ season, onChanged }: Changing) {
  const { whyNot, organisation } = useConsole()
  const events = useLoad(() => api.seasons.listEvents(season.season_id, { limit: 100 }).all(), [season.season_id])
  const [isAdding, setAdding] = useState(false)
  const mayChange = whyNot('programme:manage') === undefined && season.status === 'active'
  const changed = (next: Season) => {
    onChanged(next)
    events.reload()
  }
  const button = {
    title: common.action,
    align: 'end' as const,
    cell: (event: SeasonEvent) =>
      event.to_come && (
        <ConfirmButton
          label={words.takeOut}
          title={words.takeOutTitle({ title: event.title })}
          verb={words.takeOutVerb}
          act={async () => changed(await api.seasons.removeEvent(season.season_id, event.event_id))}
        >
          {words.takeOutText}
        </ConfirmButton>
      ),
  }
  return (
    <Sheet
      flush
      title={words.matches}
      about={mayChange && <Button onClick={() => setAdding(true)}>{words.addMatch}</Button>}
    >
      {events.error !== undefined && <TroubleNotice error={events.error} onRetry={events.reload} />}
      {events.data?.length === 0 && (
        <Empty title={words.noMatches}>
          <p>{words.aboutMatches}</p>
        </Empty>
      )}
      {events.data && events.data.length > 0 && (
        <div class={lists.scroll}>
          <Table
            stacks
            caption={words.matches}
            rows={events.data}
            keyOf={({ event_id }) => event_id}
            columns={[
              {
                title: words.match,
                cell: ({ title, event_id }) => <a href={routes.event(event_id)}>{title}</a>,
              },
              {
                title: words.begins,
                cell: ({ event_start_unix }) => eventTime(event_start_unix, organisation.timezone),
              },
              {
                title: words.seatsThere,
                align: 'end',
                cell: ({ season_seats, to_come }) =>
                  to_come ? (
                    count(season_seats)
                  ) : (
                    <>
                      <Tag>{words.over}</Tag> {season_seats > 0 && count(season_seats)}
                    </>
                  ),
              },
              ...(mayChange ? [button] : []),
            ]}
          />
        </div>
      )}
      {isAdding && events.data && (
        <AddDialog
          season={season}
          events={events.data}
          onClose={() => setAdding(false)}
          onChanged={(next) => {
            setAdding(false)
            toast(words.added)
            changed(next)
          }}
        />
      )}
    </Sheet>
  )
}

type AddProps = Changing & { events: SeasonEvent[]; onClose(): void }

function AddDialog({ season, events, onClose, onChanged }: AddProps) {
  const coming = useLoad(() => api.events.list({ event_status_id: 'all', upcoming: true, limit: 100 }).all(), [])
  const [sold, setSold] = useState<string>()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    setSold(undefined)
    try {
      onChanged(await api.seasons.addEvent(season.season_id, filled.text('event_id')))
    } catch (refusal) {
      if (refusal instanceof GrandstandError && refusal.is('seat_taken'))
        setSold(await namesOf(season, refusal.details.seat_ids))
      throw refusal
    }
  })
  const isIn = new Set(events.map(({ event_id }) => event_id))
  const others = (coming.data ?? []).filter(
    ({ event_id, event_status_id }) => !isIn.has(event_id) && (event_status_id === '0' || event_status_id === '1'),
  )
  return (
    <Dialog open title={words.addTitle} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {sold !== undefined ? (
          <Notice title={words.soldThere}>
            <p>{words.soldThereText({ seats: sold })}</p>
          </Notice>
        ) : (
          error !== undefined && <TroubleNotice error={error} />
        )}
        {coming.error !== undefined && <TroubleNotice error={coming.error} onRetry={coming.reload} />}
        {coming.data && others.length === 0 && <p>{words.noOther}</p>}
        {others.length > 0 && (
          <SelectField
            name="event_id"
            label={words.match}
            options={others.map(({ event_id, title, event_start_unix, timezone }) => ({
              value: event_id,
              label: `${title}, ${eventTime(event_start_unix, timezone)}`,
            }))}
          />
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy} why={others.length === 0 ? words.noOther : undefined}>
            {words.add}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The seats by their names, as far as the season has them. */
async function namesOf({ season_id }: Season, seatIds: number[]): Promise<string> {
  const taken = await api.seasons.listSeats(season_id, { limit: 500 }).all()
  const names = taken.filter(({ seat_id }) => seatIds.includes(seat_id)).map(seatLabel)
  return names.join('; ')
}
