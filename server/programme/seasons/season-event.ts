import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { type ChangeContext, updateRow } from '../../resources/change-row.ts'
import { StockError } from '../stock/errors.ts'
import { seasons } from './season.ts'

export const SeasonEventParams = Input({ season_id: Id(), event_id: Id() })

export const seasonEventPath = '/v1/manage/seasons/:season_id/events/:event_id'

/** A pool that is too small for the season's seats says so by its constraint. */
export const withPools = {
  ...seasons,
  constraints: {
    ...seasons.constraints,
    price_categories_never_oversold: () =>
      new StockError('sold_out', {
        message: 'A price category of the event has fewer places left than the season has seats in it.',
      }),
  },
}

/** Events are locked before their seasons, as when they are changed themselves. */
export async function lockEvent({ orgId, tx }: ChangeContext, eventId: number): Promise<void> {
  const [event] = await tx`
    select 1
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}
    for share`
  if (!event) throw new ApiError('resource_missing', { param: 'event_id' })
}

export const touchSeason = (at: ChangeContext, seasonId: number, action: string, work: () => Promise<void>) =>
  updateRow(
    seasons,
    at,
    seasonId,
    async ({ title }) => {
      await work()
      // Its events are rows of another table; the season counts as changed all the same.
      return { title }
    },
    action,
  )
