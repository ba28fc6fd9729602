import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { Card } from './card.tsx'
import { takeToken } from './take-token.ts'

/** Asks for a link by mail. The answer is the same whether or not there is such an account. */
export function Forgotten() {
  usePage('Forgotten password')
  const [isSent, setSent] = useState(false)
  const { submit, isBusy, error } = useSubmit(async (form) => {
    await api.staff.requestPasswordReset({ email_address: form.text('email_address') })
    setSent(true)
  })
  return (
    <Card title="A new password">
      {isSent ? (
        <Notice tone="good" title="Look into your mail">
          <p>If there is an account with this address, a link is on its way. It works once, for an hour.</p>
        </Notice>
      ) : (
        <form onSubmit={submit}>
          {error !== undefined && <TroubleNotice error={error} />}
          <Field name="email_address" label="E-mail" type="email" autocomplete="username" required />
          <Button type="submit" look="strong" wide busy={isBusy}>
            Send me a link
          </Button>
        </form>
      )}
      <p>
        <a href={routes.signIn}>Back to sign-in</a>
      </p>
    </Card>
  )
}

/** Where the mailed link leads. */
export function NewPassword() {
  usePage('New password')
  const [token] = useState(takeToken)
  const [isDone, setDone] = useState(false)
  const { submit, isBusy, error } = useSubmit(async (form) => {
    await api.staff.resetPassword({ token, password: form.text('password') })
    setDone(true)
  })
  const problems = fieldErrors(error)
  return (
    <Card title="Choose a new password">
      {isDone ? (
        <>
          <p>It is changed, and everybody who was signed in as you is signed out.</p>
          <ButtonLink look="strong" href={routes.signIn}>
            Sign in
          </ButtonLink>
        </>
      ) : (
        <form onSubmit={submit}>
          {error !== undefined && problems.password === undefined && <TroubleNotice error={error} />}
          <Field
            name="password"
            label="New password"
            hint="Ten characters or more; a few words are best."
            type="password"
            autocomplete="new-password"
            required
            error={problems.password}
          />
          <Button type="submit" look="strong" wide busy={isBusy}>
            Set the password
          </Button>
        </form>
      )}
    </Card>
  )
}
