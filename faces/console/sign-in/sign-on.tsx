import type { SignedIn, StaffSignOn } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { api, codeOf } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/account.ts'
import { Card } from './card.tsx'
import { leaveForSignOn, rememberClub, rememberedClub } from './club.ts'

/** The query that a provider sends along, and the organisation whose callback address it sent the browser to. */
type Answer = { organisation: number; code: string; state: string; iss?: string }
type Coming = { club?: string; answer?: Answer; isRefused: boolean }

/** What the address brings: a club to go to, or the provider's answer. It is taken out of the address at once. */
function takeComing(): Coming {
  const query = new URLSearchParams(location.search)
  const of = (name: string) => query.get(name) ?? undefined
  const [club, code, state, iss] = [of('club'), of('code'), of('state'), of('iss')]
  const organisation = Number(location.pathname.slice(`${routes.clubSignOn}/`.length))
  if (code !== undefined || query.has('error')) history.replaceState(null, '', location.pathname)
  const isAnswer = code !== undefined && state !== undefined && organisation > 0
  return {
    ...(club && { club }),
    ...(isAnswer && { answer: { organisation, code, state, ...(iss !== undefined && { iss }) } }),
    isRefused: query.has('error'),
  }
}

/** There and back: the page where a team signs on by its club's own provider. */
export function SignOn({ onSignedIn }: { onSignedIn(person: SignedIn): void }) {
  usePage(words.signOn.title)
  const [{ club: linked, answer, isRefused }] = useState(takeComing)
  const [chosen, setChosen] = useState(linked)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (answer !== undefined)
      api.staff.finishSignOn(answer).then((person) => {
        rememberClub(person)
        onSignedIn(person)
      }, setError)
  }, [])
  if (chosen !== undefined) return <Departure club={chosen} />
  const club = answer === undefined ? rememberedClub()?.id : String(answer.organisation)
  const isOver = error !== undefined || answer === undefined
  return (
    <Card title={words.signOn.title}>
      {!isOver && <p role="status">{words.signOn.comingBack}</p>}
      {error !== undefined && <TroubleNotice error={error} />}
      {isRefused && <Notice tone="sky" title={words.signOn.refusedThere} />}
      {isOver && club === undefined && <Notice tone="sky" title={words.signOn.noClub} />}
      {isOver && club !== undefined && (
        <Button look="strong" wide onClick={() => setChosen(club)}>
          {words.signOn.again}
        </Button>
      )}
      {isOver && <WithPassword />}
    </Card>
  )
}

const WithPassword = () => (
  <ButtonLink href={routes.signIn} wide>
    {words.signOn.otherwise}
  </ButtonLink>
)

type Question = { signOn: StaffSignOn; person: SignedIn | undefined }

/**
 * Leaves for the club's provider. A stranger may have sent the link: it leads straight there only in a browser that was at this club's provider before,
 * and where no person is signed in. All others are asked.
 */
function Departure({ club }: { club: string }) {
  const [question, setQuestion] = useState<Question>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(1)
  const leave = (endsSession: boolean) => leaveForSignOn(club, { endsSession }).catch(setError)
  useEffect(() => {
    const begin = async () => {
      const person = await signedInPerson()
      if (person === undefined && rememberedClub()?.id === club) await leave(false)
      else setQuestion({ signOn: await api.staff.lookAtSignOn({ organisation: Number(club) }), person })
    }
    begin().catch(setError)
  }, [tries])
  const retry = () => {
    setError(undefined)
    setQuestion(undefined)
    setTries(tries + 1)
  }
  if (question === undefined || error !== undefined)
    return (
      <Card title={words.signOn.title}>
        {error === undefined ? (
          <p role="status">{words.signOn.onTheWay}</p>
        ) : (
          <TroubleNotice error={error} onRetry={retry} />
        )}
        {error !== undefined && <WithPassword />}
      </Card>
    )
  const { signOn, person } = question
  return (
    <Card title={words.signOn.question({ club: signOn.organisation })}>
      <p>{words.signOn.askedAt({ provider: signOn.provider, host: signOn.provider_host })}</p>
      {person && <p>{words.signOn.endsSession({ person: `${person.name} (${person.email_address})` })}</p>}
      <Button look="strong" wide onClick={() => leave(person !== undefined)}>
        {words.signOn.goTo({ club: signOn.organisation })}
      </Button>
      {person ? (
        <ButtonLink href={routes.today} wide>
          {words.signOn.stay}
        </ButtonLink>
      ) : (
        <WithPassword />
      )}
    </Card>
  )
}

const signedInPerson = (): Promise<SignedIn | undefined> =>
  api.staff.retrieveSignedIn().catch((failure) => {
    if (codeOf(failure)?.startsWith('session_')) return undefined
    throw failure
  })
