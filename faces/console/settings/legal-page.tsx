import type { LegalPage } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { CheckField, Field, TextField } from '../../kit/field.tsx'
import { type Language, languageNames, spokenOf } from '../../kit/languages.ts'
import { legalTitle } from '../../kit/legal.ts'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { language as readerLanguage } from '../language/language.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/settings.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

/** What the club owes its buyers in writing: in the foot of the shop, at Pay and in mails, in every language it sells in. */
export function LegalSettingsPage() {
  const { query } = useQuery()
  const { organisation } = useConsole()
  const { data, error, reload } = useLoad(() => api.organisation.listLegalPages().page(), [])
  const language = spokenOf(query.language ?? organisation.language) ?? 'en'
  return (
    <SettingsFrame
      title={words.legal}
      scope="organisation:manage"
      actions={
        <SelectFilter
          name="language"
          label={words.language}
          options={[
            { value: '', label: words.asTheOrganisation({ language: organisation.language }) },
            ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
          ]}
        />
      }
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      <p class={styles.muted}>{words.eachIsAnAddressOn}</p>
      <div class={styles.columns}>
        <ConsentSheet />
        {data?.data.map((page) => (
          <PageSheet key={`${page.kind} ${language}`} {...{ page, language }} onSaved={reload} />
        ))}
      </div>
    </SettingsFrame>
  )
}

function ConsentSheet() {
  const { organisation, setOrganisation, whyNot } = useConsole()
  const saving = useAction()
  const why = whyNot('organisation:manage')
  const save = async (terms_consent: boolean) => {
    setOrganisation(await api.organisation.change({ terms_consent }))
    toast(common.saved)
  }
  return (
    <Sheet title={words.agreeingToTheTerms}>
      {saving.error !== undefined && <TroubleNotice error={saving.error} />}
      <p>{words.withThisOnBuyersTick}</p>
      {why === undefined ? (
        <CheckField
          name="terms_consent"
          label={words.buyersAgreeToTheTerms}
          defaultChecked={organisation.terms_consent}
          onChange={(checked) => saving.run(() => save(checked))}
        />
      ) : (
        <p>{organisation.terms_consent ? words.buyersAgreeToTheTerms2 : words.buyersAreNotAsked}</p>
      )}
    </Sheet>
  )
}

function PageSheet({ page, language, onSaved }: { page: LegalPage; language: Language; onSaved(): void }) {
  const { whyNot } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const url = filled.optional('url')
    const text = filled.optional('text')
    const { [language]: _before, ...others } = page.pages
    const written =
      url === undefined && text === undefined ? {} : { [language]: { url: url ?? null, text: text ?? null } }
    await api.organisation.setLegalPage(page.kind, { pages: { ...others, ...written } })
    toast(common.saved)
    onSaved()
  })
  const problems = fieldErrors(error)
  const present = page.pages[language]
  const title = legalTitle(readerLanguage, page.kind)
  const inOthers = Object.keys(page.pages).filter((each) => each !== language).length
  return (
    <Sheet title={title} about={page.version === 0 ? words.notWritten : words.version({ version: page.version })}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="url"
          label={words.addressOfOnYourSite({ title })}
          optional={words.orAText}
          placeholder={'https://'}
          defaultValue={present?.url ?? ''}
          error={problems[`pages[${language}][url]`]}
        />
        <TextField
          name="text"
          label={words.textOf({ title })}
          rows={6}
          maxLength={30_000}
          defaultValue={present?.text ?? ''}
          error={problems[`pages[${language}][text]`]}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={whyNot('organisation:manage')}>
            {common.save}
          </Button>
          {inOthers > 0 && <span class={styles.muted}>{words.writtenInMore({ inOthers })}</span>}
        </div>
      </form>
    </Sheet>
  )
}
