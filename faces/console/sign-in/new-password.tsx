import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/account.ts'
import { common } from '../words/common.ts'
import { Card } from './card.tsx'
import { takeToken } from './take-token.ts'

/** Asks for a link by mail. The answer is the same whether or not there is such an account. */
export function Forgotten() {
  usePage(words.forgottenPassword)
  const [isSent, setSent] = useState(false)
  const { submit, isBusy, error } = useSubmit(async (form) => {
    await api.staff.requestPasswordReset({ email_address: form.text('email_address') })
    setSent(true)
  })
  return (
    <Card title={words.aNewPassword}>
      {isSent ? (
        <Notice tone="good" title={words.lookIntoYourMail}>
          <p>{words.ifThereIsAnAccount}</p>
        </Notice>
      ) : (
        <form onSubmit={submit}>
          {error !== undefined && <TroubleNotice error={error} />}
          <Field name="email_address" label={common.email} type="email" autocomplete="username" required />
          <Button type="submit" look="strong" wide busy={isBusy}>
            {words.sendMeALink}
          </Button>
        </form>
      )}
      <p>
        <a href={routes.signIn}>{words.backToSignIn}</a>
      </p>
    </Card>
  )
}

/** Where the mailed link leads. */
export function NewPassword() {
  usePage(words.newPassword)
  const [token] = useState(takeToken)
  const [isDone, setDone] = useState(false)
  const { submit, isBusy, error } = useSubmit(async (form) => {
    await api.staff.resetPassword({ token, password: form.text('password') })
    setDone(true)
  })
  const problems = fieldErrors(error)
  return (
    <Card title={words.chooseANewPassword}>
      {isDone ? (
        <>
          <p>{words.itIsChangedAndEverybody}</p>
          <ButtonLink look="strong" href={routes.signIn}>
            {words.signIn}
          </ButtonLink>
        </>
      ) : (
        <form onSubmit={submit}>
          {error !== undefined && problems.password === undefined && <TroubleNotice error={error} />}
          <Field
            name="password"
            label={words.newPassword}
            hint={words.tenCharactersOrMoreA}
            type="password"
            autocomplete="new-password"
            required
            error={problems.password}
          />
          <Button type="submit" look="strong" wide busy={isBusy}>
            {words.setThePassword}
          </Button>
        </form>
      )}
    </Card>
  )
}
