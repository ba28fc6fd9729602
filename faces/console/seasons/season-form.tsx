import type { CreateSeason, Season } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { changedMoment, wallTime } from '../parts/zone-time.ts'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'

/** Name, days and seats of a season, new or not. */
export function SeasonForm({
  season,
  verb,
  save,
  onCancel,
}: {
  season?: Season
  verb: string
  save(season: CreateSeason): Promise<void>
  onCancel?: () => void
}) {
  const { organisation } = useConsole()
  const zone = organisation.timezone
  const before = useLoad(() => api.seasons.list({ limit: 100 }).all(), [])
  const maps = useLoad(() => api.seatMaps.list({ limit: 100 }).all(), [])
  const { submit, isBusy, error } = useSubmit((filled) =>
    save({
      title: filled.text('title'),
      first_day: filled.text('first_day'),
      last_day: filled.text('last_day'),
      seat_map_id: filled.number('seat_map_id') ?? null,
      follows_season_id: filled.number('follows_season_id') ?? null,
      seats_kept_until_unix: changedMoment(
        filled.optional('seats_kept_until'),
        season?.seats_kept_until_unix ?? null,
        zone,
      ),
      takes_new_events: filled.isTicked('takes_new_events'),
      category_title: filled.optional('category_title') ?? null,
    }),
  )
  const problems = fieldErrors(error)
  const chosen = String(season?.seat_map_id ?? '')
  if (maps.error !== undefined) return <TroubleNotice error={maps.error} onRetry={maps.reload} />
  if (before.error !== undefined) return <TroubleNotice error={before.error} onRetry={before.reload} />
  if (!maps.data || !before.data) return null
  const seasonsBefore = before.data
    .filter(({ season_id }) => season_id !== season?.season_id)
    .map(({ season_id, title }) => ({ value: String(season_id), label: title }))
  const options = maps.data
    .filter(({ status, seat_map_id }) => status === 'active' || String(seat_map_id) === chosen)
    .map(({ seat_map_id, title }) => ({ value: String(seat_map_id), label: title }))
  return (
    <form class={form.form} onSubmit={submit}>
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      <Field
        name="title"
        label={common.name}
        hint={words.nameHint}
        defaultValue={season?.title ?? ''}
        required
        maxLength={200}
        error={problems.title}
      />
      <div class={form.pair}>
        <Field
          name="first_day"
          type="date"
          label={words.firstDay}
          defaultValue={season?.first_day ?? ''}
          required
          error={problems.first_day}
        />
        <Field
          name="last_day"
          type="date"
          label={words.lastDay}
          defaultValue={season?.last_day ?? ''}
          required
          error={problems.last_day}
        />
      </div>
      <SelectField
        name="seat_map_id"
        label={common.seats}
        hint={words.seatMapHint}
        defaultValue={chosen}
        options={[{ value: '', label: words.noSeats }, ...options]}
        error={problems.seat_map_id}
      />
      {seasonsBefore.length > 0 && (
        <div class={form.pair}>
          <SelectField
            name="follows_season_id"
            label={words.follows}
            hint={words.followsHint}
            defaultValue={String(season?.follows_season_id ?? '')}
            options={[{ value: '', label: words.followsNone }, ...seasonsBefore]}
            error={problems.follows_season_id}
          />
          <Field
            name="seats_kept_until"
            label={words.keptUntil}
            hint={words.keptUntilHint}
            optional={common.optional}
            type="datetime-local"
            defaultValue={season?.seats_kept_until_unix ? wallTime(season.seats_kept_until_unix, zone) : ''}
            error={problems.seats_kept_until_unix}
          />
        </div>
      )}
      <Field
        name="category_title"
        label={words.category}
        hint={words.categoryHint}
        optional={common.optional}
        defaultValue={season?.category_title ?? ''}
        maxLength={200}
        error={problems.category_title}
      />
      <CheckField
        name="takes_new_events"
        label={words.takesNew}
        defaultChecked={season === undefined || season.takes_new_events}
      />
      <div class={form.actions}>
        <Button type="submit" look="strong" busy={isBusy}>
          {verb}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
      </div>
    </form>
  )
}
