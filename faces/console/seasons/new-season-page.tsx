import { useLocation } from 'preact-iso/router'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { words } from '../words/seasons.ts'
import { SeasonForm } from './season-form.tsx'

export function NewSeasonPage() {
  usePage(words.newSeason)
  const { whyNot } = useConsole()
  const { route } = useLocation()
  const why = whyNot('programme:manage')
  return (
    <>
      <PageHead title={words.newSeason} over={<a href={routes.seasons()}>{words.seasons}</a>} />
      {why === undefined ? (
        <Sheet>
          <p>{words.createHint}</p>
          <SeasonForm
            verb={words.create}
            save={async (season) => route(routes.season((await api.seasons.create(season)).season_id))}
          />
        </Sheet>
      ) : (
        <p>{why}</p>
      )}
    </>
  )
}
