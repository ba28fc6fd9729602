import type { SignedIn } from '@grandstand/sdk'
import { useLocation } from 'preact-iso/router'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { pathOf, routes } from '../parts/routes.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { takeBack } from './club.ts'
import { Forgotten, NewPassword } from './new-password.tsx'
import { SignIn } from './sign-in.tsx'
import { SignOn } from './sign-on.tsx'
import styles from './welcome.module.css'

/** All pages for people who are not signed in. */
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
      ) : path === routes.clubSignOn || path.startsWith(`${routes.clubSignOn}/`) ? (
        <SignOn onSignedIn={() => location.replace(takeBack())} />
      ) : path === routes.invitation ? (
        <AcceptInvitation onSignedIn={onSignedIn} />
      ) : (
        <SignIn onSignedIn={onSignedIn} />
      )}
      <LanguageChoice />
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
