import type { Mail } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Field, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { SelectFilter, useQuery } from '../parts/list.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' }
type Language = keyof typeof LANGUAGES

const TITLES: Record<string, string> = {
  order_confirmed: 'Order confirmed',
  tickets_resent: 'Tickets sent again',
  order_refunded: 'Order refunded',
  payment_failed: 'Payment failed',
  ticket_transferred: 'Ticket received',
  ticket_passed_on: 'Ticket passed on',
  event_cancelled: 'Event cancelled',
  event_moved: 'Event moved',
}
const titleOf = (kind: string) => TITLES[kind] ?? kind

/** What buyers and holders are sent, in the organisation's own words, as they would get it. */
export function MailsPage() {
  const { query } = useQuery()
  const { organisation } = useConsole()
  const mails = useLoad(() => api.mails.list().page(), [])
  const mail = mails.data?.data.find(({ kind }) => kind === query.kind) ?? mails.data?.data[0]
  const wanted = query.language ?? organisation.language
  const language: Language = wanted in LANGUAGES ? (wanted as Language) : 'en'
  return (
    <SettingsFrame title="Mails" scope="organisation:manage">
      {mails.error !== undefined && <TroubleNotice error={mails.error} onRetry={mails.reload} />}
      <Sheet flush>
        <nav aria-label="Kinds of mail" class={styles.kinds}>
          {mails.data?.data.map(({ kind, enabled }) => (
            <a key={kind} href={routes.mails({ kind })} aria-current={kind === mail?.kind ? 'page' : undefined}>
              {titleOf(kind)} <Tag tone={enabled ? 'good' : 'quiet'}>{enabled ? 'sent' : 'off'}</Tag>
            </a>
          ))}
        </nav>
      </Sheet>
      {mail && <OneMail key={`${mail.kind} ${language}`} {...{ mail, language }} onChanged={mails.reload} />}
    </SettingsFrame>
  )
}

function OneMail({ mail, language, onChanged }: { mail: Mail; language: Language; onChanged(): void }) {
  const { person, organisation, whyNot } = useConsole()
  const why = whyNot('organisation:manage')
  const toggle = useAction()
  const preview = useLoad(() => api.mails.preview(mail.kind, { language }), [mail])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const text = (name: string) => filled.optional(name) ?? null
    await api.mails.change(mail.kind, {
      language,
      subject: text('subject'),
      heading: text('heading'),
      intro: text('intro'),
      closing: text('closing'),
    })
    toast('Saved. What waits to be sent is written anew.')
    onChanged()
  })
  const problems = fieldErrors(error)
  const own = mail.own_texts[language] ?? {}
  return (
    <div class={styles.columns}>
      <Sheet
        title={titleOf(mail.kind)}
        about={
          <SelectFilter
            name="language"
            label="Language"
            options={[
              { value: '', label: `As the organisation (${organisation.language})` },
              ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
            ]}
          />
        }
      >
        {toggle.error !== undefined && <TroubleNotice error={toggle.error} />}
        <form class={form.form} onSubmit={submit}>
          {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
          <p class={styles.muted}>
            What is empty is said in our words. You can name{' '}
            {mail.placeholders.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <code>{`{${name}}`}</code>
              </span>
            ))}
            .
          </p>
          <Field name="subject" label="Subject" defaultValue={own.subject ?? ''} error={problems.subject} />
          <Field name="heading" label="Heading" defaultValue={own.heading ?? ''} error={problems.heading} />
          <TextField name="intro" label="Beginning" rows={4} defaultValue={own.intro ?? ''} error={problems.intro} />
          <TextField name="closing" label="End" rows={3} defaultValue={own.closing ?? ''} error={problems.closing} />
          <div class={form.actions}>
            <Button type="submit" look="strong" busy={isBusy} why={why}>
              Save
            </Button>
            <Button
              busy={toggle.isBusy}
              why={why}
              onClick={() => toggle.run(() => api.mails.change(mail.kind, { enabled: !mail.enabled }).then(onChanged))}
            >
              {mail.enabled ? 'Send it no more' : 'Send it again'}
            </Button>
          </div>
        </form>
      </Sheet>
      <Sheet title="Preview" about={preview.data?.subject}>
        {preview.error !== undefined && <TroubleNotice error={preview.error} onRetry={preview.reload} />}
        {/* A frame cannot name the organisation; whoever works for several reads the text. */}
        {preview.data && person.organisations.length === 1 && (
          <iframe
            key={preview.data.html}
            class={styles.frame}
            title="The mail as it is sent"
            sandbox=""
            src={`/v1/manage/mails/${mail.kind}/preview?format=html&language=${language}`}
          />
        )}
        {preview.data && person.organisations.length > 1 && <pre class={styles.text}>{preview.data.text}</pre>}
      </Sheet>
    </div>
  )
}
