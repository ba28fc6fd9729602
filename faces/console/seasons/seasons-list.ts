import { dayOfYear } from '../parts/format.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'

export const seasonsList = defineList({
  operation: 'seasons.list',
  title: words.seasons,
  links: [{ label: words.newSeason, href: routes.newSeason, isStrong: true, needs: 'programme:manage' }],
  keyOf: ({ season_id }) => season_id,
  hrefOf: ({ season_id }) => routes.season(season_id),
  columns: [
    { label: words.season, cell: ({ title }) => title },
    {
      label: words.days,
      isMinor: true,
      cell: ({ first_day, last_day }) => `${dayOfYear(first_day)} – ${dayOfYear(last_day)}`,
    },
    { label: words.matches, align: 'end', cell: ({ events }) => events },
    { label: words.seatsSold, align: 'end', cell: ({ seats_sold }) => seats_sold },
    { label: words.withoutSeat, align: 'end', isMinor: true, cell: ({ members_without_seat }) => members_without_seat },
    {
      label: common.state,
      cell: ({ status }) =>
        status === 'active' ? { tag: words.inUse, tone: 'good' } : { tag: words.archived, tone: 'quiet' },
    },
  ],
  empty: {
    title: words.noSeasons,
    text: words.aboutSeasons,
    start: { label: words.newSeason, href: routes.newSeason, needs: 'programme:manage' },
  },
})
