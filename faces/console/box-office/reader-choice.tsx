import { SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../api.ts'
import { TroubleNotice } from '../trouble.tsx'
import styles from './box-office.module.css'

const READER = 'grandstand.reader'

/** The reader that stands beside whoever sells; this browser remembers it. */
export function ReaderChoice() {
  const { data, error, reload } = useLoad(() => api.boxOffice.listCardReaders().page(), [])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return <p class={styles.quiet}>Looking for the readers …</p>
  if (data.data.length === 0) return <p class={styles.short}>The payment account has no reader.</p>
  return (
    <SelectField
      name="reader_id"
      label="Reader"
      required
      defaultValue={localStorage.getItem(READER) ?? ''}
      options={data.data.map(({ reader_id, name, status }) => ({
        value: reader_id,
        label: status === 'online' ? name : `${name} (offline)`,
      }))}
      onChange={({ currentTarget }) => localStorage.setItem(READER, currentTarget.value)}
    />
  )
}

/** What is chosen in a form; undefined while there is nothing to choose. */
export const readerIn = (form: HTMLFormElement | null): string | undefined => {
  const chosen = form && new FormData(form).get('reader_id')
  return typeof chosen === 'string' && chosen !== '' ? chosen : undefined
}
