import { useEffect, useState } from 'preact/hooks'
import { ButtonLink } from '../kit/button.tsx'
import { routes } from './config.ts'
import { Message } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'
import { finishSignIn } from './sign-in.ts'

/** Where the club's provider sends a fan back to. */
export function SignedIn() {
  const { storefront, words } = useShop()
  const [hasFailed, setFailed] = useState(false)
  usePage(words.loading)
  useEffect(() => {
    const { sign_in: provider } = storefront
    if (!provider) return setFailed(true)
    // The whole page anew: every part of it asks who is there.
    finishSignIn(provider).then(
      (back) => location.replace(back),
      () => setFailed(true),
    )
  }, [])
  if (!hasFailed) return <p aria-busy="true">{words.loading}</p>
  return (
    <Message title={words.signInFailed}>
      <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
    </Message>
  )
}
