import type { SignedIn } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, codeOf, fieldErrors } from '../parts/api.ts'
import { roleTitle, usePage } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/account.ts'
import { Card } from './card.tsx'
import { SignIn } from './sign-in.tsx'
import { takeToken } from './take-token.ts'

/** Where an invitation by mail leads: a name and a password, or for a person with an account already their own sign-in. */
export function AcceptInvitation({ onSignedIn }: { onSignedIn(person: SignedIn): void }) {
  usePage(words.invitation)
  const [token] = useState(takeToken)
  const [isSigningIn, setSigningIn] = useState(false)
  const { data: invitation, error: unusable } = useLoad(() => api.staff.lookAtInvitation({ token }), [token])
  /** Another person is signed in here, which they have been told: they send the form again to end that session. */
  const [isEnding, setEnding] = useState(false)
  const acceptance = useAction()
  const { submit, isBusy, error } = useSubmit(async (form) => {
    const fields = { token, name: form.text('name'), password: form.text('password') }
    try {
      onSignedIn(await api.staff.acceptInvitation({ ...fields, ends_session: isEnding }))
    } catch (failure) {
      setEnding(codeOf(failure) === 'session_running')
      throw failure
    }
  })
  const acceptAsOneself = async () => {
    try {
      onSignedIn(await api.staff.acceptInvitation({ token }))
    } catch (failure) {
      // There is an account of this address, and the person who is signed in here is not its owner.
      if (isSigningIn || codeOf(failure) !== 'state_conflict') throw failure
      setSigningIn(true)
    }
  }
  if (isSigningIn && acceptance.error === undefined)
    return <SignIn onSignedIn={() => acceptance.run(acceptAsOneself)} />
  if (unusable !== undefined)
    return (
      <Card title={words.invitation}>
        <TroubleNotice error={unusable} />
        <ButtonLink href={routes.signIn} wide>
          {words.signOn.used}
        </ButtonLink>
      </Card>
    )
  if (!invitation) return null
  const problems = fieldErrors(error)
  const failure = error ?? acceptance.error
  return (
    <Card title={words.join({ organisation: invitation.organisation })}>
      <p>
        {words.youAreInvitedAs({
          role: <strong>{roleTitle(invitation.role)}</strong>,
          address: invitation.email_address,
        })}
      </p>
      {failure !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={failure} />}
      {invitation.has_account ? (
        <Button look="strong" wide busy={acceptance.isBusy} onClick={() => acceptance.run(acceptAsOneself)}>
          {words.acceptWithMyAccount}
        </Button>
      ) : (
        <form onSubmit={submit}>
          <Field name="name" label={words.yourName} autocomplete="name" required error={problems.name} />
          <Field
            name="password"
            label={words.password}
            hint={words.tenCharactersOrMoreA}
            type="password"
            autocomplete="new-password"
            required
            error={problems.password}
          />
          <Button type="submit" look="strong" wide busy={isBusy}>
            {words.accept}
          </Button>
        </form>
      )}
    </Card>
  )
}
