import { SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import styles from './box-office.module.css'

const READER = 'grandstand.reader'

/** The reader that stands beside the seller; this browser remembers it. */
export function ReaderChoice() {
  const { data, error, reload } = useLoad(() => api.boxOffice.listCardReaders().page(), [])
  const last = localStorage.getItem(READER)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  // A seller who presses Enter at once means the one that they always use.
  if (!data)
    return (
      <p class={styles.quiet}>
        {words.lookingForTheReaders}
        {last !== null && <input type="hidden" name="reader_id" value={last} />}
      </p>
    )
  if (data.data.length === 0) return <p class={styles.short}>{words.thePaymentAccountHasNo}</p>
  return (
    <SelectField
      name="reader_id"
      label={words.reader}
      required
      defaultValue={last ?? ''}
      options={data.data.map(({ reader_id, name, status }) => ({
        value: reader_id,
        label: status === 'online' ? name : words.offline({ name }),
      }))}
    />
  )
}

/** What is chosen in a form, which is remembered; undefined while there is nothing to choose. */
export const readerIn = (form: HTMLFormElement | null): string | undefined => {
  const chosen = form && new FormData(form).get('reader_id')
  if (typeof chosen !== 'string' || chosen === '') return undefined
  localStorage.setItem(READER, chosen)
  return chosen
}
