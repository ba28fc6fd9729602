import type { Mail } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Field, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import form from '../parts/form.module.css'
import { mailTitle } from '../parts/mail-title.ts'
import { Sheet } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/settings.ts'
import { LANGUAGES, type Language } from './mail-words.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

/** A mail in the organisation's own words, beside how it will look. */
export function MailPage({ kind = '' }: { kind?: string }) {
  const { query } = useQuery()
  const { organisation } = useConsole()
  const { data, error, reload } = useLoad(() => api.mails.list().all(), [])
  const mail = data?.find((each) => each.kind === kind)
  const wanted = query.language ?? organisation.language
  const language: Language = wanted in LANGUAGES ? (wanted as Language) : 'en'
  return (
    <SettingsFrame title={mailTitle(kind)} scope="organisation:manage">
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && !mail && <Empty title={words.thereIsNoSuchMail} />}
      {mail && <OneMail key={`${mail.kind} ${language}`} {...{ mail, language }} onChanged={reload} />}
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
    toast(words.savedWhatWaitsToBe)
    onChanged()
  })
  const problems = fieldErrors(error)
  const ownTexts = mail.own_texts[language] ?? {}
  return (
    <div class={styles.columns}>
      <Sheet
        title={words.words}
        about={
          <SelectFilter
            name="language"
            label={words.language}
            options={[
              { value: '', label: words.asTheOrganisation({ language: organisation.language }) },
              ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
            ]}
          />
        }
      >
        {toggle.error !== undefined && <TroubleNotice error={toggle.error} />}
        <form class={form.form} onSubmit={submit}>
          {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
          <p class={styles.muted}>
            {words.whatIsEmptyIsSaid}{' '}
            {mail.placeholders.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <code>{`{${name}}`}</code>
              </span>
            ))}
            .
          </p>
          <Field name="subject" label={words.subject} defaultValue={ownTexts.subject ?? ''} error={problems.subject} />
          <Field name="heading" label={words.heading} defaultValue={ownTexts.heading ?? ''} error={problems.heading} />
          <TextField
            name="intro"
            label={words.beginning}
            rows={4}
            defaultValue={ownTexts.intro ?? ''}
            error={problems.intro}
          />
          <TextField
            name="closing"
            label={words.end}
            rows={3}
            defaultValue={ownTexts.closing ?? ''}
            error={problems.closing}
          />
          <div class={form.actions}>
            <Button type="submit" look="strong" busy={isBusy} why={why}>
              {common.save}
            </Button>
            <Button
              busy={toggle.isBusy}
              why={why}
              onClick={() => toggle.run(() => api.mails.change(mail.kind, { enabled: !mail.enabled }).then(onChanged))}
            >
              {mail.enabled ? words.sendItNoMore : words.sendItAgain}
            </Button>
          </div>
        </form>
      </Sheet>
      <Sheet title={words.preview} about={preview.data?.subject}>
        {preview.error !== undefined && <TroubleNotice error={preview.error} onRetry={preview.reload} />}
        {/* A frame cannot name the organisation; a person who works for several reads the text. */}
        {preview.data && person.organisations.length === 1 && (
          <iframe
            key={preview.data.html}
            class={styles.frame}
            title={words.theMailAsItIs}
            sandbox=""
            src={`/v1/manage/mails/${mail.kind}/preview?format=html&language=${language}`}
          />
        )}
        {preview.data && person.organisations.length > 1 && <pre class={styles.text}>{preview.data.text}</pre>}
      </Sheet>
    </div>
  )
}
