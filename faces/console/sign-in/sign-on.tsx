import type { SignedIn } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { api } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/account.ts'
import { Card } from './card.tsx'
import { leaveForSignOn, rememberClub, rememberedClub } from './club.ts'

type Coming = { club?: string; code?: string; state?: string; isRefused: boolean }

/** What the address brings: a club to go to, or the provider's answer. It is taken out of the address at once. */
function takeComing(): Coming {
  const query = new URLSearchParams(location.search)
  const of = (name: string) => query.get(name) ?? undefined
  const [club, code, state] = [of('club'), of('code'), of('state')]
  if (code !== undefined || query.has('error')) history.replaceState(null, '', location.pathname)
  return { ...(club && { club }), ...(code && { code }), ...(state && { state }), isRefused: query.has('error') }
}

/** There and back: the page where a team signs on by its club's own provider. */
export function SignOn({ onSignedIn }: { onSignedIn(person: SignedIn): void }) {
  usePage(words.signOn.title)
  const [coming] = useState(takeComing)
  const [error, setError] = useState<unknown>()
  const club = coming.club ?? rememberedClub()?.id
  const leave = (id: string) => leaveForSignOn(id).catch(setError)
  const { code, state } = coming
  useEffect(() => {
    if (code !== undefined && state !== undefined)
      api.staff.finishSignOn({ code, state }).then((person) => {
        rememberClub(person)
        onSignedIn(person)
      }, setError)
    else if (coming.club !== undefined) void leave(coming.club)
  }, [])
  const isOver = error !== undefined || coming.isRefused || (code === undefined && coming.club === undefined)
  return (
    <Card title={words.signOn.title}>
      {!isOver && <p role="status">{code === undefined ? words.signOn.onTheWay : words.signOn.comingBack}</p>}
      {error !== undefined && <TroubleNotice error={error} />}
      {coming.isRefused && <Notice tone="sky" title={words.signOn.refusedThere} />}
      {isOver && club === undefined && <Notice tone="sky" title={words.signOn.noClub} />}
      {isOver && club !== undefined && (
        <Button look="strong" wide onClick={() => leave(club)}>
          {words.signOn.again}
        </Button>
      )}
      {isOver && (
        <ButtonLink href={routes.signIn} wide>
          {words.signOn.otherwise}
        </ButtonLink>
      )}
    </Card>
  )
}
