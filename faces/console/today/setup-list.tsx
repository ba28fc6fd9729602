import type { Setup } from '@grandstand/sdk'
import { ButtonLink } from '../../kit/button.tsx'
import { useConsole } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/setup.ts'
import styles from './setup-list.module.css'

type Step = Setup['steps'][number]

/** What each step needs, and where it is done. */
const NEEDS: Record<string, string> = {
  club: 'organisation:manage',
  ground: 'programme:manage',
  seats: 'programme:manage',
  event: 'programme:manage',
  shop: 'organisation:manage',
  payments: 'payments:manage',
  team: 'team:manage',
  scanners: 'gates:manage',
  sale: 'programme:manage',
}

/** How many parts a step has, of those that have several: what is missing is said once it is begun. */
const PARTS: Record<string, number> = { club: 3, ground: 2, event: 2, shop: 2 }

function hrefOf({ step, missing }: Step, { venue_id, draft_event_id }: Setup, shopUrl: string): string {
  if (step === 'club') return routes.settings
  if (step === 'ground') return venue_id === null ? routes.newVenue : routes.venue(venue_id)
  if (step === 'seats') return routes.newSeatMap(venue_id === null ? {} : { venue_id })
  if (step === 'event')
    return draft_event_id === null || missing.includes('event') ? routes.newEvent() : routes.event(draft_event_id)
  if (step === 'shop') return routes.legal
  if (step === 'payments') return routes.payments
  if (step === 'team') return routes.team
  if (step === 'scanners') return routes.gates({ tab: 'devices' })
  return shopUrl
}

/** From nothing to the first match on sale: each step a link that ends done. The first that is open is the one to do next. */
export function SetupList({ setup }: { setup: Setup }) {
  const next = setup.steps.find(({ done }) => !done)
  return (
    <>
      <p class={styles.progress}>
        {words.progress({ done: setup.steps.filter(({ done }) => done).length, all: setup.steps.length })}
      </p>
      <ol class={styles.steps} aria-label={words.list}>
        {setup.steps.map((step) => (
          <Row key={step.step} step={step} setup={setup} isNext={step === next} />
        ))}
      </ol>
      <p class={styles.progress}>
        {words.lookAround} <a href={routes.importMembers}>{words.importMembers}</a>
      </p>
    </>
  )
}

function Row({ step, setup, isNext }: { step: Step; setup: Setup; isNext: boolean }) {
  const { organisation, whyNot } = useConsole()
  const { title, about, verb } = words.steps[step.step] ?? { title: step.step, about: '', verb: step.step }
  const isBegun = step.missing.length > 0 && step.missing.length < (PARTS[step.step] ?? 0)
  const missing = step.missing.map((part) => words.parts[part] ?? part).join(', ')
  const label = step.step === 'event' && setup.draft_event_id !== null ? words.goOnWithDraft : verb
  return (
    <li class={[styles.step, isNext ? styles.next : ''].join(' ')}>
      <Mark isDone={step.done} />
      <div>
        <strong>{title}</strong>
        <span>{isBegun ? `${about} · ${words.missing({ parts: missing })}` : about}</span>
      </div>
      {step.done ? (
        <span aria-hidden="true">{common.done}</span>
      ) : whyNot(NEEDS[step.step] ?? 'organisation:manage') === undefined ? (
        <ButtonLink href={hrefOf(step, setup, organisation.shop_url)} look={isNext ? 'strong' : 'plain'}>
          {label}
        </ButtonLink>
      ) : (
        <span>{words.someoneElse}</span>
      )}
    </li>
  )
}

const Mark = ({ isDone }: { isDone: boolean }) => (
  <svg
    class={isDone ? styles.done : styles.open}
    viewBox="0 0 24 24"
    role="img"
    aria-label={isDone ? common.done : words.open}
  >
    <circle cx="12" cy="12" r="10" />
    {isDone && <path d="M7 12.5l3.2 3.2L17 9" />}
  </svg>
)
