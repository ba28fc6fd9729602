import type { SignedIn } from '@grandstand/sdk'
import { useContext, useEffect, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field, SelectField } from '../kit/field.tsx'
import styles from './scan.module.css'
import { SpokenContext } from './spoken.ts'
import { type EventChoice, signedIn, signIn, supervision } from './supervision.ts'
import { SupervisorBoard } from './supervisor-board.tsx'
import { supervisorWords } from './words/supervisor.ts'

/** Who supervises is a person with an account; then which event. */
export function SupervisorPage() {
  const words = supervisorWords(useContext(SpokenContext).language)
  const [person, setPerson] = useState<SignedIn | null | undefined>()
  const [events, setEvents] = useState<EventChoice[]>([])
  const [eventId, setEventId] = useState<string | undefined>()
  const orgId = person?.organisations[0]?.org_id

  useEffect(() => {
    signedIn().then(setPerson, () => setPerson(null))
  }, [])
  useEffect(() => {
    if (orgId === undefined) return
    const load = async () => {
      const found = await supervision(orgId).events()
      setEvents(found)
      setEventId(found[0]?.event_id)
    }
    load().catch(() => setPerson(null))
  }, [orgId])

  return (
    <main class={styles.board}>
      <a href="/scan/">{words.back}</a>
      <h1>{words.title}</h1>
      {person === null && <SignIn onSignedIn={setPerson} />}
      {person && orgId !== undefined && (
        <>
          <div onChange={({ target }) => setEventId((target as HTMLSelectElement).value)}>
            <SelectField
              name="event"
              label={words.event}
              options={events.map(({ event_id, title }) => ({ value: event_id, label: title }))}
            />
          </div>
          {eventId !== undefined && (
            <SupervisorBoard key={eventId} orgId={orgId} eventId={eventId} name={person.name} />
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
