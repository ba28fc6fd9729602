import { useConsole } from '../parts/console.tsx'
import { ListSheet } from '../parts/list/list-sheet.tsx'
import { words } from '../words/settings.ts'
import { mailsList } from './mails-list.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { suppressionsList } from './suppressions-list.ts'

/** What buyers and holders are sent, each to be put in the organisation's own words. */
export function MailsPage() {
  const { whyNot } = useConsole()
  return (
    <SettingsFrame title={words.mails} scope="organisation:manage">
      <ListSheet list={mailsList} />
      {whyNot('customers:manage') === undefined && <ListSheet list={suppressionsList} />}
    </SettingsFrame>
  )
}
