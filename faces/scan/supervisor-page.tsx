import type { SignedIn } from '@grandstand/sdk'
import { useContext, useEffect, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field, SelectField } from '../kit/field.tsx'
import { Unreached } from './api.ts'
import { forgetLastKnown, type LastKnown, recallLastKnown } from './last-known.ts'
import { PeopleInside } from './people-inside.tsx'
import styles from './scan.module.css'
import { SpokenContext } from './spoken.ts'
import { type EventChoice, signedIn, signIn, signOut, supervision } from './supervision.ts'
import boardStyles from './supervisor.module.css'
import { SupervisorBoard } from './supervisor-board.tsx'
import { supervisorWords } from './words/supervisor.ts'

const AGAIN_MS = 5_000

/** Where their role has the gates. */
const supervisedBy = ({ organisations }: SignedIn) =>
  organisations.filter(({ may_read }) => may_read.includes('gates:manage'))

/** Who supervises is a person with an account; then which event. */
export function SupervisorPage() {
  const words = supervisorWords(useContext(SpokenContext).language)
  const [person, setPerson] = useState<SignedIn | null | undefined>()
  const [events, setEvents] = useState<EventChoice[]>([])
  const [eventId, setEventId] = useState<string | undefined>()
  const [orgId, setOrgId] = useState<string | undefined>()
  const [lastKnown, setLastKnown] = useState<LastKnown | null | undefined>()
  const organisations = person ? supervisedBy(person) : []
  const mayManage = organisations.some(
    ({ org_id, may_change }) => org_id === orgId && may_change.includes('gates:manage'),
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = async () => {
      try {
        setPerson(await signedIn())
        setLastKnown(undefined)
      } catch (error) {
        if (!(error instanceof Unreached)) return setPerson(null)
        setLastKnown((await recallLastKnown().catch(() => undefined)) ?? null)
        timer = setTimeout(begin, AGAIN_MS)
      }
    }
    void begin()
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => setOrgId(person ? supervisedBy(person)[0]?.org_id : undefined), [person])
  useEffect(() => {
    if (orgId === undefined) return
    setEventId(undefined)
    // What comes late, of an organisation that was left meanwhile, is not shown as this one's.
    let isLeft = false
    const load = async () => {
      const choices = await supervision(orgId).events()
      if (isLeft) return
      setEvents(choices)
      setEventId(choices[0]?.event_id)
    }
    load().catch((error) => isLeft || error instanceof Unreached || setPerson(null))
    return () => {
      isLeft = true
    }
  }, [orgId])

  const leave = async () => {
    await signOut().catch(() => undefined)
    await forgetLastKnown().catch(() => undefined)
    setPerson(null)
  }
  const event = events.find(({ event_id }) => event_id === eventId)
  return (
    <main class={boardStyles.board}>
      <div class={boardStyles.top}>
        <a href="/scan/">{words.back}</a>
        {person && <Button onClick={() => void leave()}>{words.signOut}</Button>}
        <h1>{words.title}</h1>
      </div>
      {lastKnown === null && <p role="alert">{words.noLastKnown}</p>}
      {lastKnown && (
        <PeopleInside
          title={lastKnown.title}
          occupancy={lastKnown.occupancy}
          minutesOld={Math.floor((Date.now() - lastKnown.at) / 60_000)}
        />
      )}
      {person === null && <SignIn onSignedIn={setPerson} />}
      {person && orgId !== undefined && (
        <>
          <div class={boardStyles.choice}>
            {organisations.length > 1 && (
              <div onChange={({ target }) => setOrgId((target as HTMLSelectElement).value)}>
                <SelectField
                  name="organisation"
                  label={words.organisation}
                  options={organisations.map(({ org_id, name }) => ({ value: org_id, label: name }))}
                />
              </div>
            )}
            <div key={orgId} onChange={({ target }) => setEventId((target as HTMLSelectElement).value)}>
              <SelectField
                name="event"
                label={words.event}
                options={events.map(({ event_id, title }) => ({ value: event_id, label: title }))}
              />
            </div>
          </div>
          {event && (
            <SupervisorBoard
              key={`${orgId} ${event.event_id}`}
              orgId={orgId}
              event={event}
              why={mayManage ? undefined : words.looksOn}
            />
          )}
        </>
      )}
    </main>
  )
}

function SignIn({ onSignedIn }: { onSignedIn(person: SignedIn): void }) {
  const words = supervisorWords(useContext(SpokenContext).language)
  const [problem, setProblem] = useState<string | undefined>()
  const submit = async (form: HTMLFormElement) => {
    const field = (name: string) => String(new FormData(form).get(name) ?? '')
    try {
      onSignedIn(await signIn(field('email'), field('password'), field('second').trim()))
    } catch {
      setProblem(words.failed)
    }
  }
  return (
    <form
      class={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget as HTMLFormElement)
      }}
    >
      <p>{words.signInHint}</p>
      <Field name="email" label={words.email} type="email" autocomplete="username" required />
      <Field
        name="password"
        label={words.password}
        type={'password' as 'text'}
        autocomplete="current-password"
        error={problem}
        required
      />
      <Field name="second" label={words.second} inputMode="numeric" autocomplete="one-time-code" />
      <Button type="submit" look="strong" wide>
        {words.signIn}
      </Button>
    </form>
  )
}
