import type { SignedIn } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { pathOf, routes } from '../routes.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { Forgotten, NewPassword } from './new-password.tsx'
import { SignIn } from './sign-in.tsx'
import styles from './welcome.module.css'

/** What mailed links bring behind the #, which no browser sends and no log keeps. It is taken out of the address at once. */
export function takeToken(): string {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token !== '') history.replaceState(null, '', location.pathname + location.search)
  return token
}

/** All pages of whoever is not signed in. */
export function Welcome({ onSignedIn }: { onSignedIn(person: SignedIn): void }) {
  const { url } = useLocation()
  const path = pathOf(url)
  return (
    <main class={styles.frame}>
      <p class={styles.brand}>
        <Seats />
        Grandstand
      </p>
      {path === routes.forgotten ? (
        <Forgotten />
      ) : path === routes.password ? (
        <NewPassword />
      ) : path === routes.invitation ? (
        <AcceptInvitation onSignedIn={onSignedIn} />
      ) : (
        <SignIn onSignedIn={onSignedIn} />
      )}
    </main>
  )
}

/** A stand, seen from the pitch. */
const Seats = () => (
  <svg class={styles.seats} viewBox="0 0 120 30" aria-hidden="true">
    {Array.from({ length: 3 * 12 }, (_, seat) => (
      <circle
        key={seat}
        cx={5 + (seat % 12) * 10}
        cy={5 + Math.floor(seat / 12) * 10}
        r="3.6"
        opacity={(seat * 7) % 5 < 2 ? 0.3 : 1}
      />
    ))}
  </svg>
)

/** A sheet in the middle of an empty page. */
export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class={styles.card}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
