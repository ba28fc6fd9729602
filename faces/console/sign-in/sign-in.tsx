import type { SignedIn } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { api, codeOf } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/account.ts'
import { common } from '../words/common.ts'
import { Card } from './card.tsx'
import { leaveForSignOn, rememberedClub } from './club.ts'
import { knowsPasskeys, signInByPasskey } from './passkeys.ts'
import { takeToken } from './take-token.ts'

/** By password and, where one is set up, a code; by a passkey; or by the link that the program has printed. */
export function SignIn({ onSignedIn }: { onSignedIn(person: SignedIn): void }) {
  usePage(words.signIn)
  const [token] = useState(takeToken)
  const [club] = useState(rememberedClub)
  const [needsCode, setNeedsCode] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(token !== '')
  const enter = async (signingIn: Promise<SignedIn>) => {
    setBusy(true)
    setError(undefined)
    try {
      onSignedIn(await signingIn)
    } catch (failure) {
      if (codeOf(failure) === 'code_required') setNeedsCode(true)
      else setError(failure)
      setBusy(false)
    }
  }
  const enterByLink = (ends_session: boolean) => enter(api.staff.signInByLink({ token, ends_session }))
  useEffect(() => {
    if (token !== '') void enterByLink(false)
  }, [token])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '')
    const code = needsCode ? { code: text('code') } : {}
    void enter(api.staff.signIn({ email_address: text('email_address'), password: text('password'), ...code }))
  }
  return (
    <Card title={words.signIn}>
      <form onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        {codeOf(error) === 'session_running' && (
          <Button wide busy={isBusy} onClick={() => enterByLink(true)}>
            {words.signOn.endAndGoOn}
          </Button>
        )}
        <Field name="email_address" label={common.email} type="email" autocomplete="username" required />
        <Field name="password" label={words.password} type="password" autocomplete="current-password" required />
        {needsCode && (
          <Field
            name="code"
            label={words.code}
            hint={words.fromYourAuthenticatorAppOr}
            autocomplete="one-time-code"
            required
            autofocus
          />
        )}
        <Button type="submit" look="strong" wide busy={isBusy}>
          {words.signIn}
        </Button>
      </form>
      {knowsPasskeys && (
        <Button wide busy={isBusy} onClick={() => enter(signInByPasskey())}>
          {words.useAPasskey}
        </Button>
      )}
      {club && (
        <Button wide busy={isBusy} onClick={() => leaveForSignOn(club.id).catch(setError)}>
          {words.signOn.goTo({ club: club.name })}
        </Button>
      )}
      <p>
        <a href={routes.forgotten}>{words.forgottenThePassword}</a>
      </p>
    </Card>
  )
}
