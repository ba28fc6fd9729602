import type { Season } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { count, dayOfYear, eventTime } from '../parts/format.ts'
import { NotAdmitted } from '../parts/not-admitted.tsx'
import { Figures, PageHead, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'
import { KeptSeats } from './kept-seats.tsx'
import { LostSeats } from './lost-seats.tsx'
import { SeasonEvents } from './season-events.tsx'
import { SeasonForm } from './season-form.tsx'

/** The drawing of a ground is large. */
const SeasonSeats = lazy(() => import('./season-seats.tsx').then((file) => file.SeasonSeats))

/** Its figures come with a chart. */
const SeasonFigures = lazy(() => import('./season-figures.tsx').then((file) => file.SeasonFigures))

/** One season: what is sold of it, its matches, and who has which seat. */
export function SeasonPage({ season_id: seasonId = '' }: Record<string, string>) {
  const { whyNot, organisation } = useConsole()
  const { data: season, error, reload, set } = useLoad(() => api.seasons.retrieve(seasonId), [seasonId])
  usePage(season?.title)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!season) return null
  return (
    <>
      <Head season={season} onChanged={set} />
      <Figures
        figures={[
          { title: words.matches, value: count(season.events), note: words.toCome({ count: season.events_to_come }) },
          { title: words.seatsSold, value: count(season.seats_sold), note: words.held({ count: season.seats_held }) },
          ...(season.seats_kept_until_unix === null
            ? []
            : [
                {
                  title: words.seatsKept,
                  value: count(season.seats_kept),
                  note: words.keptUntilTime({ time: eventTime(season.seats_kept_until_unix, organisation.timezone) }),
                },
              ]),
          {
            title: words.withoutSeat,
            value: count(season.members_without_seat),
            note:
              season.category_title === null
                ? words.countedNowhere
                : words.countedIn({ category: season.category_title }),
          },
        ]}
      />
      {season.members_not_admitted > 0 && <TurnedAway season={season} onMended={reload} />}
      {whyNot('figures:manage', 'read') === undefined && (
        <ErrorBoundary>
          <SeasonFigures seasonId={season.season_id} />
        </ErrorBoundary>
      )}
      <SeasonEvents season={season} onChanged={set} />
      {season.follows_season_id !== null && <KeptSeats season={season} onChanged={set} />}
      {season.seat_map_id !== null && season.seats_lost > 0 && (
        <LostSeats season={season} seatMapId={season.seat_map_id} onChanged={set} />
      )}
      {season.seat_map_id !== null && (
        <ErrorBoundary>
          <SeasonSeats season={season} seatMapId={season.seat_map_id} />
        </ErrorBoundary>
      )}
    </>
  )
}

/** Types of the season whose cards open no gate; how many members there are of them, to a reader who may not see types. */
function TurnedAway({ season, onMended }: { season: Season; onMended(): void }) {
  const { whyNot } = useConsole()
  const mayRead = whyNot('members:manage', 'read') === undefined
  const types = useLoad(async () => (mayRead ? await api.memberships.listManagedTypes().all() : []), [season])
  if (!mayRead) return <Notice title={words.turnedAway({ count: season.members_not_admitted })} />
  const ofSeason = types.data?.filter(({ season_id }) => season_id === season.season_id) ?? []
  return <NotAdmitted types={ofSeason} onMended={onMended} />
}

function Head({ season, onChanged }: { season: Season; onChanged(season: Season): void }) {
  const { whyNot } = useConsole()
  const [isChanging, setChanging] = useState(false)
  const mayChange = whyNot('programme:manage') === undefined && season.status === 'active'
  return (
    <>
      <PageHead
        title={season.title}
        over={
          <>
            <a href={routes.seasons()}>{words.seasons}</a>
            <span>
              {dayOfYear(season.first_day)} – {dayOfYear(season.last_day)}
            </span>
            {season.status === 'archived' && <Tag>{words.archived}</Tag>}
          </>
        }
        actions={
          <>
            {whyNot('members:manage', 'read') === undefined && (
              <ButtonLink href={routes.memberships}>{common.memberships}</ButtonLink>
            )}
            {mayChange && (
              <>
                <Button onClick={() => setChanging(true)}>{common.changeMore}</Button>
                <ConfirmButton
                  look="plain"
                  label={common.archiveMore}
                  title={words.archiveSeason}
                  verb={common.archive}
                  act={async () => onChanged(await api.seasons.archive(season.season_id))}
                >
                  {words.archiveText}
                </ConfirmButton>
              </>
            )}
          </>
        }
      />
      {isChanging && (
        <Dialog open title={words.changeSeason} onClose={() => setChanging(false)}>
          <SeasonForm
            season={season}
            verb={common.save}
            onCancel={() => setChanging(false)}
            save={async (changed) => {
              onChanged(await api.seasons.change(season.season_id, changed))
              setChanging(false)
              toast(common.saved)
            }}
          />
        </Dialog>
      )}
    </>
  )
}
