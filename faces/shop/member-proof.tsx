import type { Basket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { announce } from '../kit/announcer.tsx'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { Notice } from '../kit/notice.tsx'
import { api } from './api.ts'
import styles from './basket-page.module.css'
import { isEmbedded } from './embedded.ts'
import { useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'
import { memberWords } from './words/member.ts'

/** For prices that are for members: a code by mail proves who buys, or the account that the club has of them. */
export function MemberProof({
  basket,
  isInDialog = false,
  text,
  onProven,
}: {
  basket: Basket
  isInDialog?: boolean
  /** What it is for, where that is not a ticket; the page around it has the heading. */
  text?: string
  onProven(): void
}) {
  const { words, language, storefront } = useShop()
  const member = memberWords[spokenOf(language) ?? 'en']
  const { sign_in: provider } = storefront
  const [step, setStep] = useState<'email' | 'code' | 'proven'>('email')
  const [error, setError] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    setAsking(true)
    setError(undefined)
    try {
      if (step === 'email') {
        await api.baskets.requestMemberCode(basket.id, { email: String(data.get('member_email')).trim() })
        setStep('code')
      } else {
        await api.baskets.proveMember(basket.id, { code: String(data.get('member_code')).trim() })
        shopStorage.setProvenBasket(basket.id)
        announce(member.proven)
        setStep('proven')
        onProven()
      }
    } catch (failure) {
      const trouble = troubleOf(failure, words)
      setError(trouble.isOffline ? trouble.text : step === 'email' ? words.emailWrong : words.errors.code_invalid)
    }
    setAsking(false)
  }
  if (step === 'proven') return <Notice tone="good" title={member.proven} />
  return (
    <form
      class={styles.member}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isAsking) void submit(event.currentTarget)
      }}
    >
      {!isInDialog && text === undefined && <h2>{words.memberTitle}</h2>}
      <p>{step === 'email' ? (text ?? member.text) : member.sent}</p>
      {step === 'email' ? (
        <Field key="email" name="member_email" type="email" label={member.email} autocomplete="email" error={error} />
      ) : (
        <Field
          key="code"
          name="member_code"
          label={member.code}
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={6}
          error={error}
        />
      )}
      <Button type="submit" busy={isAsking}>
        {step === 'email' ? member.send : member.check}
      </Button>
      {provider && !isEmbedded && (isInDialog || text !== undefined) && step === 'email' && (
        <Button
          onClick={() =>
            import('./sign-in.ts').then(({ signIn }) => signIn(provider)).catch(() => setError(words.signInFailed))
          }
        >
          {words.signIn(provider.name)}
        </Button>
      )}
    </form>
  )
}

/** The same above the page, where a member's price is chosen. */
export function MemberQuestion({ basket, onClose }: { basket: Basket; onClose(): void }) {
  const { words } = useShop()
  return (
    <Dialog open title={words.memberTitle} onClose={onClose}>
      <MemberProof basket={basket} isInDialog onProven={onClose} />
      <Button look="quiet" onClick={onClose}>
        {words.later}
      </Button>
    </Dialog>
  )
}
