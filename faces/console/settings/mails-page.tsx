import { ListSheet } from '../parts/list/list-sheet.tsx'
import { words } from '../words/settings.ts'
import { mailsList } from './mails-list.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** What buyers and holders are sent, each to be put in the organisation's own words. */
export const MailsPage = () => (
  <SettingsFrame title={words.mails} scope="organisation:manage">
    <ListSheet list={mailsList} />
  </SettingsFrame>
)
